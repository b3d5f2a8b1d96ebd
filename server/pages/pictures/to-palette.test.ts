import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { toPalette } from './to-palette.ts'

function dataOf(png: Buffer, wanted: string): Buffer {
	for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
		if (png.toString('latin1', at + 4, at + 8) === wanted) return png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
	throw new Error(`no ${wanted}`)
}

/** Decodes an indexed PNG into the three bytes of each pixel. */
function decode(png: Buffer): number[][] {
	const table = dataOf(png, 'PLTE')
	const width = dataOf(png, 'IHDR').readUInt32BE(0)
	return [...inflateSync(dataOf(png, 'IDAT'))]
		.filter((_, at) => at % (width + 1) > 0)
		.map((index) => [...table.subarray(index * 3, index * 3 + 3)])
}

const pictureOf = (colors: number[][], width: number) => ({
	width,
	height: colors.length / width,
	rgba: Uint8Array.from(colors.flatMap((color) => [...color, 255])),
})

test('few colors stay exactly what they were', () => {
	const colors = [0, 7, 128, 255, 31, 9].map((shade, at) => [shade, at, 255 - shade])
	expect(decode(toPalette(pictureOf(colors, 3)))).toEqual(colors)
	expect(decode(toPalette(pictureOf(colors, 1)))).toEqual(colors)
})

test('the color that is one too many becomes its neighbor', () => {
	const common = Array.from({ length: 256 }, (_, blue) => [0, 0, blue])
	expect(decode(toPalette(pictureOf([...common, ...common, [0, 1, 9]], 513))).at(-1)).toEqual([0, 0, 9])
})
