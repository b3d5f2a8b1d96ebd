import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { playPicture } from './play-picture.ts'

let isStill = false
const moved = { pause: vi.fn(), play: vi.fn(), cancel: vi.fn(), playState: 'paused' }
const animate = vi.fn(() => moved)

beforeAll(() => {
	vi.stubGlobal('matchMedia', () => ({ matches: isStill }))
	Element.prototype.animate = animate as unknown as Element['animate']
})
afterEach(() => {
	isStill = false
	vi.restoreAllMocks()
	vi.clearAllMocks()
})

function drawPicture() {
	const frame = document.createElement('div')
	frame.innerHTML = '<p data-play="rise" data-after="500"></p><p data-play="appear"></p><p></p>'
	return frame
}

test('each part is animated once, without repeating', () => {
	const stop = playPicture(drawPicture())
	stop()
	expect(animate).toHaveBeenCalledTimes(2)
	for (const [, options] of animate.mock.calls as unknown as [unknown, KeyframeAnimationOptions][]) {
		expect(Number(options.delay) + Number(options.duration)).toBeLessThan(5000)
		expect(options.iterations).toBeUndefined()
	}
})

test('with reduced motion nothing is animated', () => {
	isStill = true
	playPicture(drawPicture())
	expect(animate).not.toHaveBeenCalled()
})

test('animations wait while the page is hidden, and stop when the picture is left', () => {
	const stop = playPicture(drawPicture())
	const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
	document.dispatchEvent(new Event('visibilitychange'))
	expect(moved.pause).toHaveBeenCalledTimes(2)
	hidden.mockReturnValue(false)
	document.dispatchEvent(new Event('visibilitychange'))
	expect(moved.play).toHaveBeenCalledTimes(2)
	stop()
	expect(moved.cancel).toHaveBeenCalledTimes(2)
})
