import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'

import { storedValue } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

/** Maximum number of names read from storage; a course has fewer. */
const MAX = 400

const seen = storedValue(storageKeys.moments, (raw) =>
	Array.isArray(raw) ? raw.filter((name): name is string => typeof name === 'string').slice(0, MAX) : null,
)

function unseenCelebrations(names: readonly string[]): string[] {
	const known = new Set(seen.read())
	return names.filter((name) => !known.has(name))
}

/** Marks celebrations as shown, including those skipped because of reduced motion. */
function rememberCelebrations(names: readonly string[]): void {
	const fresh = unseenCelebrations(names)
	if (fresh.length > 0) seen.write([...(seen.read() ?? []), ...fresh])
}

/** Animates the named celebrations in a picture, for at most three seconds. */
export type PlayAnimation = (frame: Element, names: readonly string[]) => void

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
const partsOf = (frame: Element | null) => [...(frame?.querySelectorAll<SVGElement | HTMLElement>('[data-moves]') ?? [])]

function show(frame: Element | null, isShown: boolean): void {
	for (const part of partsOf(frame)) part.style.opacity = isShown ? '' : '0'
}

/**
 * Plays each celebration once per browser, when the picture becomes visible.
 * @param frame the picture; parts with `data-moves` are hidden until the animation begins
 */
export function useCelebration(frame: RefObject<Element | null>, names: readonly string[], load: () => Promise<PlayAnimation>): void {
	const joinedNames = names.join(' ')
	const fetchPlay = useEffectEvent(load)
	const fresh = () => (joinedNames === '' || isStill() ? [] : unseenCelebrations(joinedNames.split(' ')))
	// Runs before paint, so that parts don't appear and disappear again.
	useLayoutEffect(() => {
		const element = frame.current
		show(element, fresh().length === 0)
		return () => show(element, true)
		// oxlint-disable-next-line react/exhaustive-deps -- the joined names identify the celebrations
	}, [frame, joinedNames])
	useEffect(() => {
		const element = frame.current
		const names = fresh()
		if (!element || names.length === 0) {
			if (joinedNames !== '') rememberCelebrations(joinedNames.split(' '))
			return undefined
		}
		const observer = new IntersectionObserver(
			([change]) => {
				if (!change?.isIntersecting) return
				observer.disconnect()
				rememberCelebrations(names)
				// If the code can't be loaded, the picture stays static.
				fetchPlay()
					.then((play) => play(element, names))
					.catch(() => {})
					.finally(() => show(element, true))
			},
			{ threshold: 0.4 },
		)
		observer.observe(element)
		return () => observer.disconnect()
		// oxlint-disable-next-line react/exhaustive-deps -- the joined names identify the celebrations
	}, [frame, joinedNames])
}
