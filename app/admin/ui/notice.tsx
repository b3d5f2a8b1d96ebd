import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useMatches, useNavigationType } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Icon } from '#app/ui/icon.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { ShownNotice } from '#server/console/shell/flash-messages.ts'

import { ActionForm } from './action-form.tsx'
import { useExpectedResults } from './expected.tsx'
import { useConsole } from './page.tsx'
import { useIsSubmitted } from './use-is-submitted.ts'

const NOTICE = 'flex items-start justify-between gap-x-4 bg-raised pe-4'
const TEXT_AND_ACTION = 'flex flex-auto flex-wrap items-center justify-between gap-x-4 gap-y-2 self-center'

/**
 * An overlay, so that nothing moves when it is dismissed. Only with scripts, because dismissing it needs one. It must not cover the
 * field that was just used, such as a ticket's answer: on phones it is at the top, on wide windows no wider than the column at the side.
 */
const TOAST =
	'not-noscript:fixed not-noscript:inset-x-4 not-noscript:max-side:top-[calc(var(--save-bar,0px)+.5rem)] not-noscript:max-side:bottom-auto! not-noscript:bottom-[calc(var(--bar)+1rem)] not-noscript:z-4 not-noscript:mx-auto not-noscript:max-w-144 not-noscript:xl:max-w-92 not-noscript:side:w-fit not-noscript:shadow-over not-noscript:side:me-4 not-noscript:in-[main:has(.sticky-bar)]:bottom-[calc(var(--bar)+5rem)]'

/** Delay before a notice disappears, longer if it offers something. It stays while its controls have focus, or it has the pointer. */
const SHOWN_MS = 6000
const OFFER_MS = 12_000
const GAP_PX = 8

/** Moves the toast above a save bar or the bar of selected rows that isn't at the bottom of the window, such as at the end of a page. */
function placeAboveBars(toast: HTMLElement) {
	toast.style.bottom = ''
	const own = toast.getBoundingClientRect()
	const bars = [...document.querySelectorAll('.sticky-bar, .bulk-bar')].map((bar) => bar.getBoundingClientRect())
	const covered = bars.find(({ top, bottom }) => top < own.bottom + GAP_PX && bottom > own.top)
	if (covered) toast.style.bottom = `${window.innerHeight - covered.top + GAP_PX}px`
}

type PageData = {
	noticeUndo?: Undo | null
	nextStep?: { title: string; href: string } | null
	/** Replaces the notice once that is outdated, for example when the work it announced is done. */
	newNotice?: ShownNotice | null
}

const usePageData = () => useMatches().map(({ loaderData }) => loaderData as PageData | undefined)

type Undo = { action: string; label: string; hidden?: Readonly<Record<string, string>> }

/** Returns what the notice offers to undo: an entry of the activity log, or the change that the page's data names as `noticeUndo`. */
function useUndo(): Undo | null {
	const { undo } = useConsole()
	const ofPage = usePageData().at(-1)?.noticeUndo ?? null
	return undo === null ? ofPage : { action: `${consolePaths.undo}/${undo}`, label: 'Undo' }
}

/** Returns the first step that the page's data offers as the next one. */
const useNextStep = () => usePageData().at(-1)?.nextStep ?? null

/** True if the browser shows a page again, by Back, Forward or a reload, so that its notice is outdated. */
function useIsShownAgain(): boolean {
	const { key } = useLocation()
	const isPop = useNavigationType() === 'POP'
	const hasScript = useHydrated()
	if (!isPop || !hasScript) return false
	// The first page of a visit has this key; a reload keeps the key of any other.
	const isFirst = key === 'default'
	return !isFirst || performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')
}

/**
 * Shows the notice until it is dismissed or the page changes. Optimistic actions are confirmed before the server responds, and
 * can be undone afterwards.
 */
export function Notice() {
	const { notice: first } = useConsole()
	const changed = usePageData().at(-1)?.newNotice ?? null
	const notice = first && (changed ?? first)
	const undo = useUndo()
	const next = useNextStep()
	const hasScript = useHydrated()
	const shown = useRef<HTMLDivElement>(null)
	const [isDismissed, setIsDismissed] = useState(false)
	const says = useExpectedResults().at(-1)?.says
	// A refusal is shown at its form, so an older notice is outdated.
	useEffect(() => {
		if (says !== undefined) setIsDismissed(true)
	}, [says])
	// A notice that replaces a dismissed one is new, so it is shown.
	const news = changed?.text
	useEffect(() => {
		if (news !== undefined) setIsDismissed(false)
	}, [news])
	const isShownAgain = useIsShownAgain()
	const isOutdated = useIsSubmitted()
	const given = says === undefined && !isDismissed && !isShownAgain && !isOutdated ? notice : null
	const words = says ?? given?.text ?? null
	useEffect(() => {
		const place = () => shown.current && placeAboveBars(shown.current)
		place()
		document.addEventListener('scroll', place, { passive: true })
		// The bar also moves when the page gets longer or shorter, or the window is resized.
		const resizes = new ResizeObserver(place)
		resizes.observe(document.body)
		return () => {
			document.removeEventListener('scroll', place)
			resizes.disconnect()
		}
	}, [words])
	// The dialog with the submitted form was removed, so focus was lost.
	useEffect(() => {
		if (notice !== null && document.activeElement === document.body) shown.current?.focus()
	}, [notice])
	const isGiven = notice !== null
	const shownMs = undo === null && next === null && notice?.link == null ? SHOWN_MS : OFFER_MS
	useEffect(() => {
		if (!isGiven) return
		const timer = window.setInterval(() => {
			const toast = shown.current
			const focused = document.activeElement
			if (toast?.matches(':hover') === true || (focused !== toast && toast?.contains(focused) === true)) return
			// The notice itself got the focus of a removed dialog.
			if (focused === toast) document.getElementById('content')?.focus({ preventScroll: true })
			setIsDismissed(true)
		}, shownMs)
		return () => window.clearInterval(timer)
	}, [isGiven, shownMs])
	return (
		// Positioned absolutely, so that an empty notice takes no row of the page's grid.
		<div role="status" className="notice empty:hidden not-noscript:absolute">
			{words !== null && (
				<div ref={shown} tabIndex={-1} className={`callout ${NOTICE} ${TOAST}`} data-tone="good" data-toast>
					<div className={TEXT_AND_ACTION}>
						<p>
							{words}
							{given?.link && (
								<>
									{' '}
									{given.link.href.startsWith('/admin') ? (
										<Link to={given.link.href}>{given.link.label}</Link>
									) : (
										<a href={given.link.href} target="_blank" rel="noreferrer">
											{given.link.label}
										</a>
									)}
								</>
							)}
							{given && next && (
								<>
									{' Next step: '}
									<Link to={next.href}>{next.title}</Link> (<Link to={`${consolePaths.today}#first-steps`}>all steps</Link>)
								</>
							)}
						</p>
						{says === undefined && undo !== null && <ActionForm {...undo} tone="secondary" isInline />}
					</div>
					{says === undefined && hasScript && (
						<button type="button" className="icon-btn -me-3 flex-none" aria-label="Dismiss" onClick={() => setIsDismissed(true)}>
							<Icon name="close" />
						</button>
					)}
				</div>
			)}
		</div>
	)
}
