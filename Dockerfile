FROM node:24-slim AS build
WORKDIR /skeg
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci
COPY src src
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
WORKDIR /skeg
COPY --from=build /skeg/node_modules node_modules
COPY --from=build /skeg/dist dist
COPY package.json ./
COPY src/pages/assets src/pages/assets
COPY contexts contexts
COPY queries queries
COPY data data
COPY src/docs/instruments src/docs/instruments
USER node
EXPOSE 8080
ENTRYPOINT ["node", "dist/main.js"]
CMD ["serve", "--host", "0.0.0.0"]
