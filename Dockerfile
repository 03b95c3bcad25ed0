# docker build -t skeg .   docker run -p 8080:8080 skeg   (docs/operations.md has more)
FROM node:24-slim AS build
WORKDIR /skeg
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci
COPY scripts/copy-assets.mjs scripts/
COPY src src
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
WORKDIR /skeg
COPY --from=build /skeg/node_modules node_modules
COPY --from=build /skeg/dist dist
COPY package.json ./
COPY contexts contexts
COPY queries queries
COPY data data
# A volume that is mounted here belongs to the user of the container.
RUN mkdir /graph && chown node /graph
USER node
# Inside of a container, 127.0.0.1 cannot be reached from outside.
ENV NODE_ENV=production SKEG_HOST=0.0.0.0
EXPOSE 8080
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SKEG_PORT ?? 8080}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.js"]
CMD ["serve"]
