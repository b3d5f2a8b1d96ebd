import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const MAX_COLOURS = 256

const distance = (a: number, b: number) =>
	((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2

/** Chooses the most common colors, and maps each color of the picture to the nearest of them. */
function choosePalette(colours: Uint32Array): { palette: number[]; indexOf: Map<number, number> } {
	const counts = new Map<number, number>()
	for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
	const byUse = [...counts].toSorted((a, b) => b[1] - a[1]).map(([colour]) => colour)
	const palette = byUse.slice(0, MAX_COLOURS)
	const indexOf = new Map(palette.map((colour, index) => [colour, index]))
	for (const colour of byUse.slice(MAX_COLOURS)) {
		let nearest = 0
		for (let index = 1; index < palette.length; index++)
			if (distance(colour, palette[index] ?? 0) < distance(colour, palette[nearest] ?? 0)) nearest = index
		indexOf.set(colour, nearest)
	}
	return { palette, indexOf }
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
	const frame = Buffer.alloc(8)
	frame.writeUInt32BE(data.length, 0)
	frame.writeUInt32BE(crc32(body), 4)
	return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

export type Pixels = {
	width: number
	height: number
	/** RGBA bytes, row by row; all pixels are opaque. */ rgba: Uint8Array
}

/** Encodes a PNG (RFC 2083) with at most 256 colors: enough for flat drawings, and much smaller. */
export function toPalette({ width, height, rgba }: Pixels): Buffer {
	const colours = Uint32Array.from({ length: width * height }, (_, pixel) => {
		const at = pixel * 4
		return ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0)
	})
	const { palette, indexOf } = choosePalette(colours)
	const rows = Buffer.alloc(height * (width + 1))
	for (const [pixel, colour] of colours.entries())
		rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = indexOf.get(colour) ?? 0
	const header = Buffer.alloc(13)
	header.writeUInt32BE(width, 0)
	header.writeUInt32BE(height, 4)
	header.set([8, 3, 0, 0, 0], 8)
	const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', header),
		chunk('PLTE', table),
		chunk('IDAT', deflateSync(rows, { level: 9 })),
		chunk('IEND', Buffer.alloc(0)),
	])
}
