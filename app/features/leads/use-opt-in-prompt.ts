import { useCallback, useEffect, useState } from 'react'

import { optInSeen as seen } from './lead-api.ts'

const WAIT_MS = 30_000
const SHARE_OF_PAGE = 0.5
/** Milliseconds after which scrolling, or moving the pointer, counts as finished. */
const REST_MS = 500
const POINTING = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']

function isPastHalf() {
	const way = document.documentElement.scrollHeight - window.innerHeight
	return way > 0 && window.scrollY / way > SHARE_OF_PAGE
}

/** Matches while the visitor uses another dialog, a form field or the pricing section, or is about to press a button or a link. */
const BUSY =
	'dialog[open], :is(input, textarea, select):focus, button[aria-busy=true], :is(a, button):is(:hover, :focus-visible), #pricing:hover, #pricing :focus'

function isAtPrice() {
	const price = document.querySelector('#pricing')?.getBoundingClientRect()
	const middle = window.innerHeight / 2
	return price !== undefined && price.top < middle && price.bottom > middle
}

const isBusyElsewhere = () => document.querySelector(BUSY) !== null || isAtPrice()

/** Opens the opt-in once per browser, after 30 seconds or past half of the page, but not while the visitor scrolls, points or is busy. */
export function useOptInPrompt() {
	const [isOpen, setOpen] = useState(false)

	useEffect(() => {
		if (seen.read() === 'true') return
		function stop() {
			clearInterval(timer)
			clearTimeout(rest)
			window.removeEventListener('scroll', onScroll)
			for (const type of POINTING) window.removeEventListener(type, onPointer)
		}
		function onPointer({ type }: Event) {
			isPressed = type === 'pointerdown' || (isPressed && type === 'pointermove')
			pointedAt = performance.now()
		}
		function open() {
			if (isPressed || performance.now() - pointedAt < REST_MS) {
				clearTimeout(rest)
				rest = setTimeout(open, REST_MS)
				return
			}
			if (isBusyElsewhere()) return
			stop()
			if (seen.read() === 'true') return // another tab has shown it in the meantime
			seen.write('true')
			setOpen(true)
		}
		function onScroll() {
			clearTimeout(rest)
			if (isPastHalf()) rest = setTimeout(open, REST_MS)
		}
		let isPressed = false
		let pointedAt = -REST_MS
		let rest: ReturnType<typeof setTimeout> | undefined
		const timer = setInterval(open, WAIT_MS)
		window.addEventListener('scroll', onScroll, { passive: true })
		for (const type of POINTING) window.addEventListener(type, onPointer, { passive: true })
		onScroll() // in case the visitor scrolled before hydration
		return stop
	}, [])

	return { isOpen, close: useCallback(() => setOpen(false), []) }
}
