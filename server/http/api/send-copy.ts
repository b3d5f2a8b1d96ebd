import type { HttpContext } from '#server/http/environment.ts'
import { acquireAccountLock } from '#server/http/one-at-a-time.ts'
import type { DataCopy } from '#server/services/people/privacy/export-data.ts'

async function* holdTurn(content: AsyncGenerator<Buffer>, endTurn: () => void): AsyncGenerator<Buffer> {
	try {
		yield* content
	} finally {
		endTurn()
	}
}

/** Streams content only as fast as the client reads, and stops if the client disconnects. */
export const streamOf = (content: AsyncGenerator<Buffer>) =>
	new ReadableStream<Uint8Array<ArrayBuffer>>({
		async pull(controller) {
			const { done, value } = await content.next()
			if (done) controller.close()
			else controller.enqueue(Uint8Array.from(value))
		},
		async cancel() {
			await content.return(undefined)
		},
	})

/** Sends a data export. It counts as one of the account's heavy requests, which run one at a time. */
export async function sendDataExport(c: HttpContext, make: () => Promise<DataCopy>): Promise<Response> {
	const endTurn = await acquireAccountLock(c)
	const { fileName, mediaType, content } = await make().catch((error: unknown) => {
		endTurn()
		throw error
	})
	c.header('Content-Disposition', `attachment; filename="${fileName}"`)
	return c.body(streamOf(holdTurn(content, endTurn)), 200, { 'Content-Type': mediaType })
}
