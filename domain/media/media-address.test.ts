import { expect, test } from 'vitest'

import { mediaFileName, readMediaAddress, titleFromFileName } from './media-address.ts'

const ID = '018f0000-0000-4000-8000-000000000000'

test.each([
	['My Sunset (2).JPG', 'my-sunset-2-40x30.webp'],
	['C:\\photos\\Łódź Ä.png', 'odz-a-40x30.webp'],
	['../../etc/passwd', 'passwd-40x30.webp'],
	['photo-1600x900.jpg', 'photo-40x30.webp'],
	['日本.png', 'file-40x30.webp'],
	[`${'x'.repeat(300)}.png`, `${'x'.repeat(60)}-40x30.webp`],
	['', 'file-40x30.webp'],
])('%j becomes %s in its URL', (fileName, name) => {
	expect(mediaFileName(fileName, { width: 40, height: 30 }, 'webp')).toBe(name)
	expect(readMediaAddress(`/media/${ID}/${name}`)).toEqual({
		id: ID,
		kind: 'picture',
		size: { width: 40, height: 30 },
		smaller: [],
		file: null,
	})
})

test.each([
	['/media/desk.png'],
	[`/media/${ID}/a-1x1.png`],
	[`/media/${ID}/A.webp`],
	[`https://a.example/media/${ID}/a.webp`],
	[`/media/${ID}/a.webp?w=480`],
	[`/media/${ID}/"onload=.webp`],
])('%s is not a library URL', (address) => expect(readMediaAddress(address)).toBeNull())

test('smaller copies are narrower than the picture', () => {
	const smallerOf = (width: number) => readMediaAddress(`/media/${ID}/a-${width}x10.webp`)?.smaller
	expect([480, 481, 961, 2400].map(smallerOf)).toEqual([[], [480], [480, 960], [480, 960, 1600]])
	expect(readMediaAddress(`/media/${ID}/a-900x10.svg`)).toMatchObject({ kind: 'picture', smaller: [] })
	expect(readMediaAddress(`/media/${ID}/a.mp4`)).toEqual({ id: ID, kind: 'video', size: null, smaller: [], file: null })
})

test.each([
	['Week 1 Workbook.pdf', 1_843_000, 'pdf', 'week-1-workbook-1843kb.pdf', 'week-1-workbook.pdf', 'PDF, 2 MB', false],
	['talk-12kb.mp3', 12, 'mp3', 'talk-1kb.mp3', 'talk.mp3', 'MP3 audio, 1 kB', true],
])('%s is named with its size, which its card shows', (fileName, bytes, ending, name, saved, about, isAudio) => {
	expect(mediaFileName(fileName, { bytes }, ending)).toBe(name)
	expect(readMediaAddress(`/media/${ID}/${name}`)).toMatchObject({ kind: 'file', file: { name: saved, about, isAudio } })
})

test('a file’s title is its name in words', () => {
	expect(titleFromFileName('C:\\Files\\Week_1  Workbook.v2.pdf')).toBe('Week 1 Workbook.v2')
})
