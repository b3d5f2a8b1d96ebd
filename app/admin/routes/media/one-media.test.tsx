import { expect, test } from 'vitest'

import { hoursAgo, readPage } from '#tests/setup/read-page.tsx'

import MediaPage from './one-media.tsx'

const url = '/media/m1/sunset.webp'
const item = {
	id: 'm1',
	kind: 'picture',
	name: 'sunset.jpg',
	alt: 'A sunset',
	at: hoursAgo(5),
	url,
	width: 1600,
	height: 900,
	bytes: 430_000,
	file: null,
}
const uses = [
	{ title: 'Lesson 3', href: '/admin/content/l3', isDraft: true },
	{ title: 'Home', href: '/admin/content/home', isDraft: false },
]
const media = {
	item,
	uses,
	captions: [],
	languages: [
		['en', 'English'],
		['de', 'German'],
	],
	markdown: '![A sunset](m1)',
}
const KEPT = 'Pages that already use it keep their current description.'

test('a picture shows its size, address and uses, and can’t be deleted while used', () => {
	const { facts, texts, forms, dialogs, page } = readPage(MediaPage, media)
	expect(facts).toEqual(['Size: 1600 × 900 pixels, 430 kB', 'Uploaded: Dec 1, 2026, 7:00 AM EST'])
	expect(texts).toEqual([
		'A sunset',
		KEPT,
		'Paste it on a line by itself.',
		'Used in',
		'Lesson 3 </admin/content/l3> [draft, warn]',
		'Home </admin/content/home>',
		'To delete it, remove it from these texts first.',
	])
	expect([forms, dialogs]).toEqual([[`Description ${KEPT} {A sunset} Save </admin/media/m1>`], []])
	const shown = page.querySelector('img')
	expect(['src', 'alt', 'width', 'height'].map((name) => shown?.getAttribute(name))).toEqual([url, 'A sunset', '1600', '900'])
	const valueOf = (id: string) => page.querySelector(`#${id}`)?.getAttribute('value')
	expect([valueOf('media-markdown'), valueOf('media-address')]).toEqual(['![A sunset](m1)', url])
	expect(page.querySelector('[name=alt]')?.hasAttribute('required')).toBe(true)
})

test('a file that no text uses can be downloaded and deleted', () => {
	const file = { name: 'plan.pdf', about: 'PDF, 12 kB', isAudio: false }
	const { facts, texts, forms, dialogs, page } = readPage(MediaPage, { ...media, item: { ...item, kind: 'file', alt: '', file }, uses: [] })
	expect(facts[0]).toBe('Kind and size: PDF, 12 kB')
	expect([texts[0], texts.at(-1)]).toEqual(['sunset.jpg', 'No text uses it.'])
	expect(page.querySelector('a[download]')?.getAttribute('download')).toBe('plan.pdf')
	expect(forms).toEqual([`Title ${KEPT} Save </admin/media/m1>`])
	expect(dialogs).toEqual([
		'Delete this file In your texts No lesson, article or page uses it. Elsewhere Emails already sent and other sites that link to it no longer show it. This can’t be undone. Delete for good </admin/media/m1/delete>',
	])
	expect(page.querySelector('[name=alt]')?.hasAttribute('required')).toBe(false)
	const audio = readPage(MediaPage, { ...media, item: { ...item, kind: 'file', file: { ...file, isAudio: true } } }).page
	expect(audio.querySelector('audio')?.getAttribute('aria-label')).toBe('A sunset')
})

test('a video plays with its captions, each of which can be deleted, and takes more', () => {
	const captions = [{ language: 'de', name: 'German', url: '/media/m1/de.vtt' }]
	const { forms, dialogs, page } = readPage(MediaPage, { ...media, item: { ...item, kind: 'video' }, captions })
	const track = page.querySelector('video[src="/media/m1/sunset.webp"] track')
	expect(['src', 'srcLang', 'label', 'kind'].map((name) => track?.getAttribute(name))).toEqual([
		'/media/m1/de.vtt',
		'de',
		'German',
		'captions',
	])
	expect(dialogs).toEqual([
		'Delete German Viewers lose The captions, in every lesson that shows this video. You can upload them again. {language: de} Delete German </admin/media/m1/captions/delete>',
	])
	expect(forms.map((form) => form.split(' ').at(-1))).toEqual(['</admin/media/m1>', '</admin/media/m1/captions>'])
	expect(page.querySelector('select')?.value).toBe('en')
	expect(readPage(MediaPage, { ...media, item: { ...item, kind: 'video' } }).texts).toContain(
		'No captions yet. People who can’t hear the video need them.',
	)
})
