import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

import type { Content } from '#content/load-content.server.ts'
import { documentThreads } from '#server/adapters/documents/document-threads.ts'

import { listPictures, type Picture } from './pictures.ts'

/** Loads the libraries at the first use, in the thread that draws. */
const loadLibraries = async () => {
	const [{ initWasm, Resvg }, { default: sharp }] = await Promise.all([import('@resvg/resvg-wasm'), import('sharp')])
	await initWasm(await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
	return { Resvg, sharp }
}
let loaded: ReturnType<typeof loadLibraries> | undefined

type Task = { file: string; svg: string; width: number }

/**
 * Draws a picture from an SVG.
 * @returns bytes of a PNG, or of an icon file if the name ends in `.ico`
 */
export async function draw({ file, svg, width }: Task): Promise<Buffer> {
	const { Resvg, sharp } = await (loaded ??= loadLibraries())
	const image = new Resvg(svg, { fitTo: { mode: 'width', value: width }, background: '#ffffff' }).render()
	const raw = { width: image.width, height: image.height, channels: 4 } as const
	// At most 256 colors: enough for flat drawings, and much smaller.
	const png = await sharp(image.pixels, { raw }).removeAlpha().png({ palette: true, dither: 0, compressionLevel: 9 }).toBuffer()
	image.free()
	return file.endsWith('.ico') ? toIco(png, width) : png
}

function toIco(png: Buffer, size: number): Buffer {
	const head = Buffer.alloc(22)
	head.writeUInt16LE(1, 2)
	head.writeUInt16LE(1, 4)
	head.set([size, size], 6)
	head.writeUInt16LE(1, 10)
	head.writeUInt16LE(8, 12)
	head.writeUInt32LE(png.length, 14)
	head.writeUInt32LE(head.length, 18)
	return Buffer.concat([head, png])
}

/** Draws a picture. An SVG is returned as text; any other picture is drawn in a thread, because it takes up to half a second. */
export async function drawPicture({ file, width, toSvg }: Picture): Promise<Uint8Array | string> {
	const svg = toSvg()
	return file.endsWith('.svg')
		? svg
		: documentThreads.run<Uint8Array>({ file: new URL(import.meta.url), name: draw.name, task: { file, svg, width } })
}

const DRAWN = path.join(import.meta.dirname, 'drawn.json')
const hashInputs = ({ inputs }: Picture) => createHash('sha256').update(inputs).digest('base64url').slice(0, 12)

/** Draws the pictures of the shipped content into a folder and stores a hash of each picture's inputs. */
export async function drawShipped(folder: string, content: Content): Promise<void> {
	const pictures = listPictures(content)
	for (const picture of pictures) {
		const target = path.join(folder, picture.file)
		await mkdir(path.dirname(target), { recursive: true })
		await writeFile(target, await drawPicture(picture))
	}
	const hashes = Object.fromEntries(pictures.map((picture) => [picture.file, hashInputs(picture)]))
	await writeFile(DRAWN, `${JSON.stringify(hashes, null, '\t')}\n`)
	await documentThreads.close()
}

let shipped: Record<string, string> | undefined

/** Lists the pictures that an edit to the brand or to their text has changed. */
export function findChangedPictures(content: Content): Picture[] {
	shipped ??= JSON.parse(readFileSync(DRAWN, 'utf8')) as Record<string, string>
	return listPictures(content).filter((picture) => shipped?.[picture.file] !== hashInputs(picture))
}
