import { mkdirSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

export type RecordedResponse = { headers: Record<string, string>; /** Base64. */ body: string }

/** Headers that Node.js adds itself. */
const ADDED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/**
 * Saves a server's compressed response to `/` for the other servers.
 * @returns a folder for nginx, and a file for `bare-server.ts`
 */
export async function saveAnswer(origin: string, headers: Record<string, string>, dir: string): Promise<{ folder: string; file: string }> {
	const answer = await new Promise<IncomingMessage>((resolve, reject) => get(`${origin}/`, { headers }, resolve).once('error', reject))
	const body = await buffer(answer)
	const kept = Object.entries(answer.headers).filter(
		(entry): entry is [string, string] => typeof entry[1] === 'string' && !ADDED.has(entry[0]),
	)
	const folder = path.join(dir, 'site')
	const file = path.join(dir, 'answer.json')
	mkdirSync(folder, { recursive: true })
	writeFileSync(path.join(folder, 'index.html'), gunzipSync(body))
	writeFileSync(path.join(folder, 'index.html.gz'), body)
	writeFileSync(file, JSON.stringify({ headers: Object.fromEntries(kept), body: body.toString('base64') } satisfies RecordedResponse))
	return { folder, file }
}
