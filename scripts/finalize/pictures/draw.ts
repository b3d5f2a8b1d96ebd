import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

import { shippedContent } from '#content/loaded.server.ts'

import { listPictures, type Picture } from './pictures.ts'
import { toPalette } from './to-palette.ts'

let ready: Promise<void> | undefined

/** @returns the bytes of the picture's file, in the format of its name */
export async function draw({ file, width, draw: describe }: Picture): Promise<Buffer> {
	const svg = describe()
	if (file.endsWith('.svg')) return Buffer.from(svg)
	ready ??= readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm)
	await ready
	const image = new Resvg(svg, { fitTo: { mode: 'width', value: width }, background: '#ffffff' }).render()
	const png = toPalette({ width: image.width, height: image.height, rgba: image.pixels })
	image.free()
	return file.endsWith('.ico') ? toIco(png, width) : png
}

/** An icon file that holds one PNG. */
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

export async function drawInto(folder: string, pictures: readonly Picture[]): Promise<void> {
	for (const picture of pictures) {
		const target = path.join(folder, picture.file)
		await mkdir(path.dirname(target), { recursive: true })
		await writeFile(target, await draw(picture))
	}
}

/** Pictures that an edit of the brand or of their words has changed; those of the origin lie in `public`. */
export function listChanged(): Picture[] {
	const origin = new Map(listPictures(shippedContent()).map(({ file, about }) => [file, about]))
	return listPictures().filter(({ file, about }) => origin.get(file) !== about)
}
