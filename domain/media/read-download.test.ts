import { expect, test } from 'vitest'

import { makeM4a, makeMp3, makePdf, makeZip } from '#tests/factories/downloads.ts'
import { makeFilm } from '#tests/factories/film.ts'

import { readDownload } from './read-download.ts'
import { guessUploadKind, isDownload, SNIFF_BYTES, sniffMedia } from './sniff-media.ts'

async function judge(file: Buffer) {
	const format = sniffMedia(file.subarray(0, SNIFF_BYTES))
	if (!format || !isDownload(format)) return format
	const read = await readDownload(format, (at, length) => Promise.resolve(file.subarray(at, at + length)), file.length)
	return read.ok ? read.ending : read.problem
}

const TYPES = '[Content_Types].xml'
const typed = (kind: string, ...more: string[]) => makeZip(`mimetypeapplication/vnd.oasis.opendocument.${kind}`, ...more)

test.each([
	['a PDF', makePdf(), 'pdf'],
	['an MP3 with a tag', makeMp3(), 'mp3'],
	['an MP3 without a tag', makeMp3().subarray(30), 'mp3'],
	['an audio book', makeM4a('M4B '), 'm4a'],
	['an M4A', makeM4a(), 'm4a'],
	['a ZIP', makeZip('a.txt', 'b/c.txt'), 'zip'],
	['a ZIP with a comment', Buffer.concat([makeZip('a.txt').subarray(0, -2), Buffer.from('\x05\0hello')]), 'zip'],
	['a Word document', makeZip(TYPES, 'word/document.xml'), 'docx'],
	['an Excel workbook', makeZip(TYPES, 'xl/workbook.xml'), 'xlsx'],
	['a PowerPoint presentation', makeZip(TYPES, 'ppt/presentation.xml'), 'pptx'],
	['an OpenDocument text', typed('text'), 'odt'],
	['an OpenDocument spreadsheet', typed('spreadsheet'), 'ods'],
	['an OpenDocument presentation', typed('presentation'), 'odp'],
])('%s is recognized by its bytes', async (_, file, ending) => expect(await judge(file)).toBe(ending))

test.each([
	['a PDF that is cut off', makePdf().subarray(0, -7), /damaged or cut off/],
	['a ZIP that is cut off', makeZip('a.txt').subarray(0, -10), /damaged or cut off/],
	['the start of a ZIP', Buffer.from('PK\x03\x04'), /damaged or cut off/],
	['a ZIP whose directory is elsewhere', Buffer.concat([Buffer.from('PK\x03\x04'), makeZip('a.txt').subarray(-22)]), /damaged or cut off/],
	['a tag without sound', makeMp3().subarray(0, 30), /damaged or cut off/],
	['an M4A that is cut off', makeM4a().subarray(0, 40), /damaged or cut off/],
	['a Word document with macros', makeZip(TYPES, 'word/document.xml', 'word/vbaProject.bin'), /contains macros/],
	['an OpenDocument with macros', typed('text', 'Basic/script-lc.xml'), /contains macros/],
])('%s is refused', async (_, file, problem) => expect(await judge(file)).toMatch(problem))

test.each([
	['a film', makeFilm(10), 'mp4'],
	['a JPEG, whose first byte is that of a frame', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'jpeg'],
	['a text', Buffer.from('Hello'), null],
	['a program', Buffer.from('MZ\x90\0', 'latin1'), null],
	['a page', Buffer.from('<!doctype html>'), null],
	['an MPEG frame with an invalid bit rate', Buffer.from([0xff, 0xfb, 0xf0, 0]), null],
])('%s is no file to download', async (_, file, format) => expect(await judge(file)).toBe(format))

test.each([
	[{ name: 'Workbook.PDF', type: '' }, 'file'],
	[{ name: 'talk.m4a', type: 'audio/x-m4a' }, 'file'],
	[{ name: 'a.mp4', type: 'video/mp4' }, 'video'],
	[{ name: 'a.png', type: 'image/png' }, 'picture'],
	[{ name: 'a.exe', type: 'application/octet-stream' }, null],
	[{ name: 'toString', type: '' }, null],
])('%j seems to be: %s', (file, kind) => expect(guessUploadKind(file)).toBe(kind))
