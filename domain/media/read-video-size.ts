export type Size = { width: number; height: number }

/** Reads a part of a file. The result is shorter than `length` at the end of the file. */
export type RangeReader = (offset: number, length: number) => Promise<Uint8Array>

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const nameAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

const MAX_BOXES = 10_000
const MAX_INDEX_BYTES = 64 * 1024 * 1024

type Box = { name: string; start: number; end: number }

function readBox(bytes: Uint8Array, at: number, end: number): Box | null {
	if (end - at < 8) return null
	const view = viewOf(bytes)
	const short = view.getUint32(at)
	const isLong = short === 1
	if (isLong && end - at < 16) return null
	const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? end - at : short
	const start = at + (isLong ? 16 : 8)
	return size < start - at || at + size > end ? null : { name: nameAt(bytes, at + 4), start, end: at + size }
}

function* boxesIn(bytes: Uint8Array, from: number, to: number): Generator<Box> {
	for (let at = from, count = 0; at < to && count < MAX_BOXES; count += 1) {
		const box = readBox(bytes, at, to)
		if (!box) return
		yield box
		at = box.end
	}
}

/** Reads the display size: two 16.16 fixed-point numbers at the end of the track header (ISO/IEC 14496-12, tkhd). */
function readTrackSize(bytes: Uint8Array, { start, end }: Box): Size | null {
	if (end - start < 84) return null
	const view = viewOf(bytes)
	const [width, height] = [view.getUint32(end - 8) >>> 16, view.getUint32(end - 4) >>> 16]
	// Phones held upright store landscape frames with a rotation matrix.
	const isTurned = view.getInt32(end - 44) === 0 && view.getInt32(end - 40) !== 0
	if (width === 0 || height === 0) return null
	return isTurned ? { width: height, height: width } : { width, height }
}

function findTrackSize(index: Uint8Array): Size | null {
	for (const track of boxesIn(index, 0, index.length))
		if (track.name === 'trak')
			for (const box of boxesIn(index, track.start, track.end)) {
				const size = box.name === 'tkhd' ? readTrackSize(index, box) : null
				if (size) return size
			}
	return null
}

/** Checks whether an index of an MP4 file (moov) has a sound track (ISO/IEC 14496-12, hdlr). */
function hasSoundTrack(index: Uint8Array): boolean {
	const inside = (name: string) => (within: { start: number; end: number }) =>
		[...boxesIn(index, within.start, within.end)].filter((box) => box.name === name)
	const handlers = inside('trak')({ start: 0, end: index.length }).flatMap(inside('mdia')).flatMap(inside('hdlr'))
	return handlers.some(({ start }) => nameAt(index, start + 8) === 'soun')
}

/**
 * Reads the track headers of an MP4 file, wherever they are in it.
 * @returns the size (null without a video track) and whether there is sound; null if the file is truncated or damaged
 */
export async function readMp4(read: RangeReader, bytes: number): Promise<{ size: Size | null; hasSound: boolean } | null> {
	let index: Uint8Array | null = null
	for (let at = 0, count = 0; at < bytes; count += 1) {
		const head = await read(at, 16)
		if (head.length < 8 || count > MAX_BOXES) return null
		const view = viewOf(head)
		const short = view.getUint32(0)
		if (short === 1 && head.length < 16) return null
		const size = short === 1 ? Number(view.getBigUint64(8)) : short === 0 ? bytes - at : short
		const skip = short === 1 ? 16 : 8
		if (size < skip || at + size > bytes) return null
		if (nameAt(head, 4) === 'moov') {
			if (size > MAX_INDEX_BYTES) return null
			index ??= await read(at + skip, size - skip)
		}
		at += size
	}
	return index && { size: findTrackSize(index), hasSound: hasSoundTrack(index) }
}

const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const TRACK = 0xae
const VIDEO = 0xe0
const [WIDTH, HEIGHT] = [0xb0, 0xba]
/** Number of bytes to read from the start of a WebM file, where its tracks are. */
const MAX_HEAD_BYTES = 1024 * 1024

type Element = { id: number; start: number; end: number }

function readElement(bytes: Uint8Array, at: number, end: number): Element | null {
	const idLength = Math.clz32(bytes[at] ?? 0) - 23
	const lengthAt = at + idLength
	const sizeLength = Math.clz32(bytes[lengthAt] ?? 0) - 23
	const start = lengthAt + sizeLength
	if (idLength > 4 || sizeLength > 8 || start > end) return null
	let id = 0
	for (const byte of bytes.subarray(at, lengthAt)) id = id * 256 + byte
	let size = (bytes[lengthAt] ?? 0) & (0xff >> sizeLength)
	let isUnknown = size === 0xff >> sizeLength
	for (const byte of bytes.subarray(lengthAt + 1, start)) {
		size = size * 256 + byte
		isUnknown &&= byte === 0xff
	}
	return { id, start, end: isUnknown ? end : Math.min(start + size, end) }
}

function* elementsIn(bytes: Uint8Array, { start, end }: Omit<Element, 'id'>): Generator<Element> {
	for (let at = start; at < end;) {
		const element = readElement(bytes, at, end)
		if (!element) return
		yield element
		at = element.end
	}
}

const readNumber = (bytes: Uint8Array, { start, end }: Element) => bytes.subarray(start, end).reduce((sum, byte) => sum * 256 + byte, 0)

/**
 * Reads the size from the Matroska elements Segment, Tracks, TrackEntry and Video.
 * @returns null if the file is damaged or has no video track
 */
export async function readWebmSize(read: RangeReader): Promise<Size | null> {
	const bytes = await read(0, MAX_HEAD_BYTES)
	const find = (within: Omit<Element, 'id'>, id: number) => [...elementsIn(bytes, within)].filter((element) => element.id === id)
	const inside = (id: number) => (within: Element) => find(within, id)
	const videos = find({ start: 0, end: bytes.length }, SEGMENT).flatMap(inside(TRACKS)).flatMap(inside(TRACK)).flatMap(inside(VIDEO))
	for (const video of videos) {
		const [width] = find(video, WIDTH)
		const [height] = find(video, HEIGHT)
		if (width && height) return { width: readNumber(bytes, width), height: readNumber(bytes, height) }
	}
	return null
}
