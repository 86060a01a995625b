import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as a collector gets it. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentSpanId: string;
  name: string;
  kind: number;
  /** 2 for an error. */
  status: number;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
}

/** A collector of OpenTelemetry spans, which gets them as OTLP over HTTP. */
export interface SpanCollector {
  url: string;
  spans: CollectedSpan[];
  /** The bytes of all requests as text, to look for what must not be among them. */
  text: () => string;
  headers: Record<string, unknown>[];
  stop(): Promise<void>;
}

/** Starts a collector. */
export async function startSpanCollector(): Promise<SpanCollector> {
  const spans: CollectedSpan[] = [];
  const headers: Record<string, unknown>[] = [];
  let text = '';
  const server = createServer((request, response) => {
    void take(request).then(() => response.writeHead(200).end());
  }).listen(0, '127.0.0.1');
  const take = async (request: IncomingMessage) => {
    const body = await buffer(request);
    const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    headers.push({ ...request.headers, url: request.url });
    text += bytes.toString('latin1');
    spans.push(...spansOf(bytes));
  };
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ spans, headers, text: () => text },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Fields of a message of Protocol Buffers by number: numbers, or bytes. */
type Fields = Map<number, (Buffer | bigint)[]>;

function readFields(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const values = fields.get(tag >> 3) ?? [];
    fields.set(tag >> 3, values);
    const type = tag & 7;
    if (type === 0) values.push(varint());
    else {
      const length = type === 2 ? Number(varint()) : { 1: 8, 5: 4 }[type];
      if (length === undefined) throw new Error(`The wire type ${type} is unknown.`);
      values.push(bytes.subarray(at, (at += length)));
    }
  }
  return fields;
}

const messagesOf = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).map((value) => readFields(value as Buffer));
const bytesOf = (fields: Fields, number: number) =>
  (fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);
const numberOf = (fields: Fields, number: number) => Number(fields.get(number)?.[0] ?? 0);

function attributesOf(fields: Fields, number: number): Record<string, unknown> {
  const entries = messagesOf(fields, number).map((entry) => {
    const [value] = messagesOf(entry, 2);
    const isText = value?.has(1) === true;
    return [
      bytesOf(entry, 1).toString(),
      value && (isText ? bytesOf(value, 1).toString() : numberOf(value, 3)),
    ];
  });
  return Object.fromEntries(entries);
}

/** Reads an `ExportTraceServiceRequest`. */
function spansOf(bytes: Buffer): CollectedSpan[] {
  return messagesOf(readFields(bytes), 1).flatMap((ofResource) => {
    const resource = messagesOf(ofResource, 1).map((one) => attributesOf(one, 1))[0] ?? {};
    const spans = messagesOf(ofResource, 2).flatMap((ofScope) => messagesOf(ofScope, 2));
    return spans.map((span) => ({
      traceId: bytesOf(span, 1).toString('hex'),
      spanId: bytesOf(span, 2).toString('hex'),
      parentSpanId: bytesOf(span, 4).toString('hex'),
      name: bytesOf(span, 5).toString(),
      kind: numberOf(span, 6),
      status: numberOf(messagesOf(span, 15)[0] ?? new Map(), 3),
      attributes: attributesOf(span, 9),
      resource,
    }));
  });
}
