import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import page from '#content/free-trial/page.json'
import { TrialPageSchema } from '#content/schema/free-trial.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { EMPTY_TRIAL, type TrialRecord, TrialStore } from './trial-record.ts'
import { WelcomePanel, WelcomeSlides } from './welcome-panel.tsx'

vi.mock('./welcome-picture.tsx', () => ({ WelcomePicture: () => null }))

const words = TrialPageSchema.parse(page).welcome
const titles = words.slides.map(({ title }) => title)
const last = titles.length - 1

afterEach(() => localStorage.clear())

async function openSlides(first: number) {
	const onFinish = vi.fn()
	const moves: number[] = []
	function Slides() {
		const [index, setIndex] = useState(first)
		const move = (to: number) => {
			moves.push(to)
			setIndex(to)
		}
		return <WelcomeSlides words={words} index={index} onMove={move} onFinish={onFinish} />
	}
	const view = await renderElement(<Slides />)
	const key = (name: string) => view.run(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: name })))
	return { ...view, ...operatePage(view), key, onFinish, moves, title: () => view.page.querySelector('[aria-live=polite] h3')?.textContent }
}

test('slides move by buttons and arrow keys, stop at both ends, and keep the focus', async () => {
	const { key, press, title, button, page: shown, moves } = await openSlides(1)
	expect([title(), shown.textContent.includes(words.slideOf.replace('{n}', '2').replace('{total}', String(titles.length)))]).toEqual([
		titles[1],
		true,
	])
	await press(words.previous)
	expect([title(), document.activeElement?.textContent]).toEqual([titles[0], words.next])
	expect(button(words.previous)?.matches(':disabled')).toBe(true)
	await key('ArrowLeft')
	await key('ArrowRight')
	await press(words.next)
	expect([title(), moves]).toEqual([titles[2], [0, 1, 2]])
	button(words.previous)?.focus()
	await press(words.previous)
	expect(document.activeElement?.textContent).toBe(words.previous)
})

test('the last slide finishes, and no key leads beyond it', async () => {
	const { key, press, title, moves, onFinish } = await openSlides(titles.length + 5)
	expect(title()).toBe(titles[last])
	await key('ArrowRight')
	expect([moves, onFinish.mock.calls.length]).toEqual([[], 0])
	await press(words.finish)
	expect([moves, onFinish.mock.calls.length]).toEqual([[], 1])
})

async function openVideo(welcome: Partial<TrialRecord['welcome']> = {}) {
	localStorage.setItem('launchway_trial', JSON.stringify({ ...EMPTY_TRIAL, welcome: { ...EMPTY_TRIAL.welcome, ...welcome } }))
	window.dispatchEvent(new Event('storage'))
	const view = await renderElement(<WelcomePanel words={words} video={{ src: '/media/welcome.mp4', tracks: [] }} />)
	const used = operatePage(view)
	await used.press(words.watchLabel)
	const video = view.page.querySelector('video')!
	Object.defineProperty(video, 'duration', { value: 100 })
	const happens = (event: string, at = video.currentTime) =>
		view.run(() => {
			video.currentTime = at
			video.dispatchEvent(new Event(event, { bubbles: true }))
		})
	return { ...view, ...used, video, happens, stored: () => new TrialStore().read().welcome }
}

test('the video continues where it was left, which is noted every five seconds and at each pause', async () => {
	const { video, happens, stored } = await openVideo({ seconds: 40 })
	await happens('loadedmetadata')
	expect(video.currentTime).toBe(40)
	await happens('timeupdate', 44.9)
	expect(stored().seconds).toBe(40)
	await happens('timeupdate', 45.6)
	expect(stored().seconds).toBe(45)
	await happens('pause', 47.2)
	expect(stored().seconds).toBe(47)
	await happens('ended', 100)
	expect(stored()).toEqual({ slide: 0, seconds: 0, finished: true })
})

test('a video left at its end starts again, and one that can’t be played becomes slides', async () => {
	const { video, happens, sees, page: shown } = await openVideo({ seconds: 99 })
	await happens('loadedmetadata')
	expect(video.currentTime).toBe(0)
	await happens('error')
	await sees(words.unplayable)
	expect([shown.querySelector('video'), shown.textContent.includes(words.next)]).toEqual([null, true])
})

test('finishing the slides is noted and closes them', async () => {
	const { happens, press, page: shown, stored } = await openVideo({ slide: last })
	await happens('error')
	await press(words.finish)
	expect([shown.querySelector('dialog')?.open, stored()]).toEqual([false, { slide: 0, seconds: 0, finished: true }])
})
