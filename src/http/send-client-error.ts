import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Responses to requests that Node cannot read, by the error code of Node. */
const answers: Readonly<Record<string, { status: number; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: `The URL and the headers have more than ${maxHeaderSize} bytes.`,
  },
};
const UNREADABLE = { status: 400, message: 'This is not an HTTP/1.1 request.' };

/**
 * Sends an error in the format of `/v1` for a request that Node cannot parse, and closes the
 * socket. A Fastify handler of client errors.
 */
export function sendClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const { status, message } = answers[error.code ?? ''] ?? UNREADABLE;
    const body = JSON.stringify({ error: { code: status, message } });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}
