import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:html|js|css|svg|json|data|xml|txt|webmanifest)$/
const SMALLEST_BYTES = 200

const brotli = promisify(brotliCompress)
const gunzippable = promisify(gzip)

/** @returns whether this file and its copies were there already */
async function takeOver(file: string, plain: Buffer, older: string): Promise<boolean> {
	try {
		if (!plain.equals(await readFile(older))) return false
		await Promise.all(['.br', '.gz'].map((end) => copyFile(`${older}${end}`, `${file}${end}`)))
		return true
	} catch {
		return false // it is new, or its copies are not there
	}
}

/**
 * Writes `.br` (best quality, once per build) and `.gz` beside a text file. Tiny files and pictures stay as they are.
 * @param older the same file of a finished build: its copies are taken when not a byte has changed
 */
export async function compressFile(file: string, older: string | null = null): Promise<void> {
	if (!TEXT.test(file)) return
	const plain = await readFile(file)
	if (plain.length < SMALLEST_BYTES) return
	if (older !== null && (await takeOver(file, plain, older))) return
	const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
	await Promise.all([
		brotli(plain, { params }).then((packed) => writeFile(`${file}.br`, packed)),
		gunzippable(plain, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
	])
}
