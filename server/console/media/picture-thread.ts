/** Runs as a thread: a picture that was made to break a decoder or to fill the memory is refused without stopping the server. */
import sharp, { type OutputInfo } from 'sharp'

import { smallerWidths } from '#domain/media/media-address.ts'

import type { ReadPicture } from './read-picture.ts'

/** A phone takes pictures of up to 50 megapixels. Four bytes a pixel are held in memory. */
const MOST_PIXELS = 64_000_000
const LONGEST_SIDE = 2400
const LIMIT_SECONDS = 30
const QUALITY = 82

// Only what the first bytes were checked for: libvips also reads PDF, SVG, TIFF and whatever ImageMagick knows.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
	operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'],
})
sharp.cache(false)
sharp.concurrency(1)

const INPUT = { limitInputPixels: MOST_PIXELS, pages: 1, sequentialRead: true } as const

const TOO_MANY_PIXELS: ReadPicture = { ok: false, problem: 'This picture has too many pixels. Up to 64 megapixels can be uploaded.' }
const DAMAGED: ReadPicture = { ok: false, problem: 'This picture can’t be read: the file is damaged or cut off.' }

async function decode(bytes: Uint8Array) {
	const { width, height } = await sharp(bytes, INPUT).metadata()
	if (width * height > MOST_PIXELS) return null
	// Turned as the camera was held, in the colors of the web, without metadata. Of a moving picture the first frame.
	return sharp(bytes, INPUT)
		.autoOrient()
		.resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
		.toColorspace('srgb')
		.timeout({ seconds: LIMIT_SECONDS })
		.raw({ depth: 'uchar' })
		.toBuffer({ resolveWithObject: true })
}

async function encode(data: Buffer, raw: OutputInfo, width: number): Promise<Uint8Array> {
	const { channels, height } = raw
	const written = await sharp(data, { raw: { width: raw.width, height, channels } })
		.resize({ width })
		.timeout({ seconds: LIMIT_SECONDS })
		.webp({ quality: QUALITY })
		.toBuffer()
	// A buffer of a pool would send the whole pool.
	return Uint8Array.from(written)
}

async function readWhole(bytes: Uint8Array): Promise<ReadPicture> {
	const decoded = await decode(bytes)
	if (!decoded) return TOO_MANY_PIXELS
	const { data, info } = decoded
	const files: { variant: number; bytes: Uint8Array }[] = [{ variant: 0, bytes: await encode(data, info, info.width) }]
	for (const width of smallerWidths(info.width)) files.push({ variant: width, bytes: await encode(data, info, width) })
	return { ok: true, width: info.width, height: info.height, files }
}

/** What `readPicture` answers. */
export const read = (bytes: Uint8Array): Promise<ReadPicture> =>
	readWhole(bytes).catch((error: unknown) => (/pixel limit/.test(String(error)) ? TOO_MANY_PIXELS : DAMAGED))

/** A PNG with this side, for the mark of the brand: transparent around a picture that is no square. */
export const readMark = (bytes: Uint8Array, side: number): Promise<Uint8Array | null> =>
	sharp(bytes, INPUT)
		.autoOrient()
		.resize({ width: side, height: side, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
		.timeout({ seconds: LIMIT_SECONDS })
		.png({ palette: true, compressionLevel: 9, effort: 10 })
		.toBuffer()
		.then(
			(written) => Uint8Array.from(written),
			() => null,
		)
