import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:html|js|css|svg|json|data|xml|txt|webmanifest)$/
const SMALLEST_BYTES = 200

const brotli = promisify(brotliCompress)
const gunzippable = promisify(gzip)

/** Writes `.br` (best quality, once per build) and `.gz` beside a text file. Tiny files and pictures stay as they are. */
export async function compressFile(file: string): Promise<void> {
	if (!TEXT.test(file)) return
	const plain = await readFile(file)
	if (plain.length < SMALLEST_BYTES) return
	const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
	await Promise.all([
		brotli(plain, { params }).then((packed) => writeFile(`${file}.br`, packed)),
		gunzippable(plain, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
	])
}
