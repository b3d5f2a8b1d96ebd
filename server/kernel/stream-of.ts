import { ReadableStream as WebStream } from 'node:stream/web'

/** Streams chunks. Each is created only when it is read, and none after the reader has gone. */
export function streamOf(chunks: AsyncIterable<Uint8Array>) {
	return WebStream.from(chunks) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>
}
