import fc from 'fast-check'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { toPalette } from './to-palette.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
	length.writeUInt32BE(data.length)
	sum.writeUInt32BE(crc32(body))
	return Buffer.concat([length, body, sum])
}

/** A row-filtered picture as an encoder would write it; `filters` names the filter of each row. */
function encode(rows: readonly (readonly number[])[], filters: readonly number[]): Buffer {
	const stride = rows[0]?.length ?? 0
	const at = (row: number, column: number) => rows[row]?.[column] ?? 0
	const filtered = rows.flatMap((values, row) => {
		const filter = filters[row] ?? 0
		return [
			filter,
			...values.map((value, column) => {
				const [left, up, corner] = [at(row, column - 3), at(row - 1, column), at(row - 1, column - 3)]
				const plane = left + up - corner
				const nearest = [left, up, corner].toSorted((a, b) => Math.abs(plane - a) - Math.abs(plane - b))[0] ?? 0
				return (value - ([0, left, up, (left + up) >> 1, nearest][filter] ?? 0)) & 255
			}),
		]
	})
	const header = Buffer.alloc(13)
	header.writeUInt32BE(stride / 3, 0)
	header.writeUInt32BE(rows.length, 4)
	header.set([8, 2, 0, 0, 0], 8)
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(Buffer.from(filtered))),
		chunk('IEND', Buffer.alloc(0)),
	])
}

function dataOf(png: Buffer, wanted: string): Buffer {
	for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
		if (png.toString('latin1', at + 4, at + 8) === wanted) return png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
	throw new Error(`no ${wanted}`)
}

/** Every pixel of a palette picture as its three bytes, row by row. */
function decodePalette(png: Buffer): number[][] {
	const table = dataOf(png, 'PLTE')
	const rows = inflateSync(dataOf(png, 'IDAT'))
	const width = dataOf(png, 'IHDR').readUInt32BE(0)
	return Array.from({ length: rows.length / (width + 1) }, (_, row) =>
		[...rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1))].flatMap((index) => [...table.subarray(index * 3, index * 3 + 3)]),
	)
}

test('few colours stay exactly what they were, whatever filters the encoder chose', () => {
	const shade = fc.constantFrom(0, 7, 128, 255)
	const picture = fc.integer({ min: 1, max: 5 }).chain((width) =>
		fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.array(shade, { minLength: width * 3, maxLength: width * 3 })), {
			minLength: 1,
			maxLength: 5,
		}),
	)
	fc.assert(
		fc.property(picture, (rows) => {
			const pixels = rows.map(([, values]) => values)
			expect(
				decodePalette(
					toPalette(
						encode(
							pixels,
							rows.map(([filter]) => filter),
						),
					),
				),
			).toEqual(pixels)
		}),
	)
})

test('the colour that is one too many becomes its neighbour', () => {
	const common = Array.from({ length: 256 }, (_, blue) => [0, 0, blue])
	const row = [...common, ...common, [0, 1, 9]].flat()
	const [decoded] = decodePalette(toPalette(encode([row], [1])))
	expect(decoded?.slice(-3)).toEqual([0, 0, 9])
})

test('anything but a plain picture is refused', () => {
	const png = encode([[1, 2, 3]], [0])
	png[24] = 16
	expect(() => toPalette(png)).toThrow('8-bit')
})
