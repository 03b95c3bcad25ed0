/** Messages on a socket: written and read back, however the socket has cut them. */

import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { readWholeMessages, writeMessage, type MessageHead } from '../../../src/store/oxigraph/messages.ts'

interface Message extends MessageHead {
  readonly body: string
}

/** Adds the messages that come over a socket to a list. */
function collect(socket: Socket, messages: Message[]): void {
  readWholeMessages(socket, (head, body) => void messages.push({ ...head, body }))
}

/** What arrives of what is written to a socket. */
async function send(write: (socket: Socket) => unknown): Promise<Message[]> {
  const messages: Message[] = []
  const server = createServer((socket) => collect(socket, messages)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay()
  const [received] = (await once(server, 'connection')) as [Socket]
  await write(socket)
  socket.end()
  await once(received, 'close')
  server.close()
  return messages
}

describe('messages of engines', () => {
  for (const [title, body] of [
    ['empty', ''],
    ['one letter', 'x'],
    ['what ends a head', 'é\r\n\r\n'],
    ['many pieces', 'ü'.repeat(200_000)],
  ] as const) {
    it(`are read as they were written, with a body of ${title}`, async () => {
      const headers = { accept: 'text/csv', rss: 5 }
      const length = String(Buffer.byteLength(body))
      expect(await send((socket) => writeMessage(socket, 'POST / HTTP/1.1', headers, body))).to.deep.equal([
        {
          startLine: 'POST / HTTP/1.1',
          headers: { accept: 'text/csv', rss: '5', 'content-length': length },
          body,
        },
      ])
    })
  }

  it('are read where their bytes come one by one', async () => {
    const text = 'HTTP/1.1 200 \r\nrss: 7\r\ncontent-length: 2\r\n\r\né'
    const messages = await send(async (socket) => {
      for (const byte of Buffer.from(text.repeat(2))) {
        socket.write(Buffer.of(byte))
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    })
    const message = { startLine: 'HTTP/1.1 200 ', headers: { rss: '7', 'content-length': '2' }, body: 'é' }
    expect(messages).to.deep.equal([message, message])
  })
})
