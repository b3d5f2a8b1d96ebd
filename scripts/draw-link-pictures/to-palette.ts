import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const MOST_COLOURS = 256

type Pixels = { width: number; height: number; rgb: Uint8Array }

function* chunks(png: Buffer): Generator<{ type: string; data: Buffer }> {
	for (let at = SIGNATURE.length; at < png.length;) {
		const length = png.readUInt32BE(at)
		yield { type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) }
		at += length + 12
	}
}

function paeth(left: number, up: number, corner: number): number {
	const guess = left + up - corner
	const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
	if (byLeft <= byUp && byLeft <= byCorner) return left
	return byUp <= byCorner ? up : corner
}

/** Undoes the row filters of PNG (RFC 2083 §6), in place. */
function unfilter(rows: Buffer, stride: number, size: number): void {
	for (let row = 0; row * (stride + 1) < rows.length; row++) {
		const start = row * (stride + 1) + 1
		const filter = rows[start - 1] ?? 0
		for (let column = 0; column < stride; column++) {
			const at = start + column
			const left = column >= size ? (rows[at - size] ?? 0) : 0
			const up = row > 0 ? (rows[at - stride - 1] ?? 0) : 0
			const corner = row > 0 && column >= size ? (rows[at - stride - 1 - size] ?? 0) : 0
			const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
			rows[at] = ((rows[at] ?? 0) + guess) & 255
		}
	}
}

function readPixels(png: Buffer): Pixels {
	const parts = [...chunks(png)]
	const header = parts[0]?.data
	if (!header || header[8] !== 8 || (header[9] !== 2 && header[9] !== 6) || header[12] !== 0)
		throw new Error('not a plain 8-bit RGB or RGBA picture')
	const [width, height, size] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3]
	const rows = inflateSync(Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data)))
	unfilter(rows, width * size, size)
	const rgb = new Uint8Array(width * height * 3)
	for (let pixel = 0; pixel < width * height; pixel++) {
		const from = Math.floor(pixel / width) * (width * size + 1) + 1 + (pixel % width) * size
		rgb.set(rows.subarray(from, from + 3), pixel * 3)
	}
	return { width, height, rgb }
}

const distance = (a: number, b: number) =>
	((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2

/** The most used colors, and for each color of the picture the nearest of them. */
function choosePalette(colours: Uint32Array): { palette: number[]; indexOf: Map<number, number> } {
	const counts = new Map<number, number>()
	for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
	const byUse = [...counts].toSorted((a, b) => b[1] - a[1]).map(([colour]) => colour)
	const palette = byUse.slice(0, MOST_COLOURS)
	const indexOf = new Map(palette.map((colour, index) => [colour, index]))
	for (const colour of byUse.slice(MOST_COLOURS)) {
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

/**
 * The same picture with at most 256 colors, enough for flat drawings: a fraction of the bytes.
 * @param png 8-bit RGB or RGBA without interlacing, as Chromium writes it
 */
export function toPalette(png: Buffer): Buffer {
	const { width, height, rgb } = readPixels(png)
	const colours = Uint32Array.from({ length: width * height }, (_, pixel) => {
		const at = pixel * 3
		return ((rgb[at] ?? 0) << 16) | ((rgb[at + 1] ?? 0) << 8) | (rgb[at + 2] ?? 0)
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
