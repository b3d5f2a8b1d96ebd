import type { HttpContext } from '#server/http/environment.ts'
import { acquireAccountLock } from '#server/http/one-at-a-time.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { DataCopy } from '#server/services/people/privacy/export-data.ts'

async function* holdTurn(content: AsyncGenerator<Buffer>, endTurn: () => void): AsyncGenerator<Buffer> {
	try {
		yield* content
	} finally {
		endTurn()
	}
}

/** Sends a data export. It counts as one of the account's heavy requests, which run one at a time. */
export async function sendDataExport(c: HttpContext, make: () => Promise<DataCopy>): Promise<Response> {
	const endTurn = await acquireAccountLock(c)
	const { fileName, mediaType, content } = await make().catch((error: unknown) => {
		endTurn()
		throw error
	})
	return sendFile(c, { name: fileName, content: holdTurn(content, endTurn), type: mediaType })
}
