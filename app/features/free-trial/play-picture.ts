/** First keyframe of each kind of animation. The last one is always the finished picture. */
const MOVES: Readonly<Record<string, { from: Keyframe; duration: number }>> = {
	uncover: { from: { clipPath: 'inset(-20% 100% -20% -5%)' }, duration: 1400 },
	fall: { from: { clipPath: 'inset(-5% -20% 100% -20%)' }, duration: 1400 },
	appear: { from: { opacity: 0 }, duration: 700 },
	pop: { from: { transform: 'scale(0)' }, duration: 350 },
	rise: { from: { transform: 'translateY(110px)' }, duration: 800 },
	drop: { from: { transform: 'translateY(-50px)', opacity: 0 }, duration: 700 },
	sink: { from: { transform: 'translateY(-26px)' }, duration: 2400 },
	drift: { from: { transform: 'translateX(46px)' }, duration: 2800 },
	sunrise: { from: { transform: 'translateY(44px)' }, duration: 2000 },
}

/**
 * Animates each part with `data-play` once, after `data-after` milliseconds. Waits while the page is hidden.
 * @returns a function that stops the animation
 */
export function playPicture(frame: Element): () => void {
	if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {}
	const running = [...frame.querySelectorAll<SVGElement>('[data-play]')].flatMap((part) => {
		const move = MOVES[part.dataset.play ?? '']
		if (!move) return []
		part.style.transformBox = 'fill-box'
		part.style.transformOrigin = 'center'
		// An empty keyframe means the finished picture. clip-path needs an explicit shape, because it can't animate to `none`.
		const to = move.from.clipPath ? { clipPath: 'inset(-20% -5% -20% -5%)' } : {}
		const delay = Number(part.dataset.after ?? 0)
		return part.animate([move.from, to], { duration: move.duration, delay, easing: 'ease-in-out', fill: 'backwards' })
	})
	const onHide = () => {
		for (const each of running) {
			if (document.hidden) each.pause()
			else if (each.playState === 'paused') each.play()
		}
	}
	document.addEventListener('visibilitychange', onHide)
	return () => {
		document.removeEventListener('visibilitychange', onHide)
		for (const each of running) each.cancel()
	}
}
