import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import {
	DOWNLOAD_FORMATS,
	isDownload,
	isVideo,
	MAX_DOWNLOAD_BYTES,
	MAX_PICTURE_BYTES,
	type MediaFormat,
	PICTURE_FORMATS,
	SNIFF_BYTES,
	sniffMedia,
} from '#domain/media/sniff-media.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { inMegabytes } from '#server/services/platform/media/store-media.ts'

import { openSpool, type Spool } from './spool.ts'

export type ReceivedFile = { fileName: string; format: MediaFormat; spool: Spool }

const MAX_TEXT_BYTES = 1_000_000
const FIELD_LIMITS = { fields: 20, fieldSize: 64 * 1024, fieldNameSize: 100, files: 1, parts: 24 }

export const refuseFile = (kind: 'unprocessable' | 'too-large', message: string) =>
	new ServiceError(kind, 'media_refused', message, { fields: { file: message } })

const UNKNOWN = `This kind of file can’t be used. Upload a ${PICTURE_FORMATS} picture, an MP4 or WebM video, WebVTT captions, or a file to download: ${DOWNLOAD_FORMATS}.`

export function uploadLimitOf(format: MediaFormat, videoBytes: number): { most: number; message: string } {
	if (isVideo(format)) return { most: videoBytes, message: `This video is too large. Up to ${inMegabytes(videoBytes)} can be uploaded.` }
	if (format === 'captions' || format === 'svg')
		return { most: MAX_TEXT_BYTES, message: 'This file is too large. Up to 1 MB can be uploaded.' }
	if (isDownload(format))
		return { most: MAX_DOWNLOAD_BYTES, message: `This file is too large. Up to ${inMegabytes(MAX_DOWNLOAD_BYTES)} can be uploaded.` }
	return { most: MAX_PICTURE_BYTES, message: `This picture is too large. Up to ${inMegabytes(MAX_PICTURE_BYTES)} can be uploaded.` }
}

/** Writes a file as it arrives, and stops as soon as it is certain to be refused. */
export async function spoolFile(parts: AsyncIterable<Uint8Array>, spool: Spool, videoBytes: number): Promise<MediaFormat> {
	let head = Buffer.alloc(0)
	let format: MediaFormat | null = null
	const judge = () => {
		format ??= sniffMedia(head)
		if (!format) throw refuseFile('unprocessable', UNKNOWN)
		const { most, message } = uploadLimitOf(format, videoBytes)
		if (spool.bytes() > most) throw refuseFile('too-large', message)
		return format
	}
	for await (const part of parts) {
		if (head.length < SNIFF_BYTES) head = Buffer.concat([head, part.subarray(0, SNIFF_BYTES - head.length)])
		await spool.write(part)
		if (head.length >= SNIFF_BYTES) judge()
	}
	if (spool.bytes() === 0) throw refuseFile('unprocessable', 'Choose a file that isn’t empty.')
	return judge()
}

/**
 * Parses a form with a file, field by field and without holding the file in memory.
 * @param fields filled as the form arrives
 * @returns the file with an open `spool`, which the caller closes; null without a file
 * @throws ServiceError media_refused (413, 422), bad_form (400) for a truncated or invalid body
 */
export async function receiveUpload(c: HttpContext, fields: Record<string, string>): Promise<ReceivedFile | null> {
	const { dataDir, media } = c.var.ctx.config
	let file: ReceivedFile | null = null
	const failures: Error[] = []
	const streams: BusboyFileStream[] = []
	const { body } = c.req.raw
	const badForm = () => new ServiceError('invalid', 'bad_form', 'The upload was cut off. Try again.')
	if (!body) throw badForm()

	const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
	const arriving: Promise<void>[] = []
	const take = async (stream: BusboyFileStream, fileName: string) => {
		const spool = await openSpool(dataDir)
		try {
			const format = await spoolFile(stream as AsyncIterable<Uint8Array>, spool, media.videoBytes)
			file = { fileName, format, spool }
		} catch (error) {
			await spool.close()
			throw error
		}
	}
	try {
		const parser = new Busboy({ headers: { 'content-type': c.req.header('content-type') ?? '' }, limits: FIELD_LIMITS })
		parser.on('field', (name, value) => void (fields[name] = value))
		parser.on('file', (_name, stream, fileName) => {
			// If no file is selected, browsers send a part without file name or content.
			if (!fileName) return void stream.resume()
			streams.push(stream)
			const taking = take(stream, fileName).catch((error: unknown) => {
				failures.push(error as Error)
				parser.destroy(error as Error)
			})
			arriving.push(taking)
		})
		await pipeline(source, parser)
		await Promise.all(arriving)
		if (failures[0]) throw failures[0]
		return file
	} catch (error) {
		for (const stream of streams) stream.destroy()
		await Promise.all(arriving)
		await (file as ReceivedFile | null)?.spool.close()
		throw failures.find(isOurs) ?? (isSystemError(error) ? error : badForm())
	}
}

const isOurs = (error: Error) => error instanceof ServiceError || isSystemError(error)

const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error
