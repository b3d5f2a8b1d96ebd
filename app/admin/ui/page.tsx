import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'

import type { readPageFrame } from '#server/console/shell/read-page-frame.ts'
import type { FormFailure } from '#server/console/shell/visit.ts'

type Shared = Awaited<ReturnType<typeof readPageFrame>> & { failure: FormFailure | null }

/** Data that was loaded last. A page that can't be reached while offline is shown in the same frame. Never set on the server. */
let lastShared: Shared | undefined

/** Data of the frame; undefined on pages without a session. */
export function useFrameData(): Shared | undefined {
	const loaded = useRouteLoaderData<Shared | { given: unknown }>('root')
	const shared = loaded && !('given' in loaded) ? (loaded as Shared) : undefined
	useEffect(() => {
		// A page without a session, such as the sign-in page, also clears the previous user's data.
		if (loaded) lastShared = shared
	}, [loaded, shared])
	return loaded ? shared : lastShared
}

export function useConsole(): Shared {
	const shared = useFrameData()
	if (!shared) throw new Error('the console has no data of its root')
	return shared
}

function PagesAbove({ above }: Pick<Shared, 'above'>) {
	if (above.length === 0) return null
	return (
		<nav aria-label="Breadcrumb">
			<ol className="-mb-3 flex flex-wrap gap-x-2 gap-y-1 text-(length:--text-sm)">
				{above.map(({ label, href }) => (
					<li key={href} className="not-first:before:me-2 not-first:before:text-soft not-first:before:content-['/'_/_'']">
						<Link to={href} className="link inline-block py-1">
							{label}
						</Link>
					</li>
				))}
			</ol>
		</nav>
	)
}

/** On phones, several buttons share their row evenly. A single one fits next to most titles. */
const EVEN =
	'max-md:has-[>:nth-child(2)]:w-full max-md:[&:has(>:nth-child(2))>*]:flex-1 max-md:[&:has(>:nth-child(2))_.btn:not(dialog_*)]:w-full max-md:[&_.btn-secondary:not(dialog_*)]:px-2 max-md:[&_.btn:not(dialog_*)]:whitespace-nowrap'

type PageProps = {
	title: string
	/** Heading that the pages of its tabs share; by default, the title. */ heading?: string
	/** True if the page has a field that shows the title. */ isTitleTyped?: boolean
	/** Actions or links at the end of the title's line, the main one last; below the title on a phone. */ beside?: ReactNode
	/** Parent page; by default, derived from the path. */ above?: Shared['above'][number]
	children: ReactNode
}

export function Page({ title, heading = title, isTitleTyped = false, beside, above, children }: PageProps) {
	const { siteName, above: ofPath } = useConsole()
	return (
		<>
			<title>{`${title} · ${siteName} console`}</title>
			<PagesAbove above={above ? [above] : ofPath} />
			{beside === undefined ? (
				<h1 className={isTitleTyped ? 'sr-only' : undefined}>{heading}</h1>
			) : (
				<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
					<h1>{heading}</h1>
					<div className={`flex flex-wrap items-center gap-3 ${EVEN}`}>{beside}</div>
				</div>
			)}
			{children}
		</>
	)
}

type Tab = {
	label: string
	href: string
	/** For tabs whose URLs differ only in the query. By default, the current path decides. */ isCurrent?: boolean
}

const TAB =
	'flex min-h-11 items-center gap-2.5 border-b-3 border-transparent px-[.15rem] whitespace-nowrap no-underline hover:text-accent-ink aria-[current]:border-accent aria-[current]:font-semibold'

/** Width of the fade at the edge of a list with more beyond it (admin.css). */
const FADE_PX = 40

/** Scrolls a list to its current link on narrow screens. scrollIntoView would also scroll the page. */
export function useScrollToCurrent() {
	const { pathname, search } = useLocation()
	const list = useRef<HTMLUListElement>(null)
	const isFirst = useRef(true)
	useEffect(() => {
		const tab = list.current?.querySelector<HTMLElement>('[aria-current]')
		// The user may have scrolled before the script ran: the tabs must not move from under a finger.
		const isKept = isFirst.current && list.current !== null && list.current.scrollLeft > 0
		isFirst.current = false
		if (list.current && tab && !isKept)
			list.current.scrollLeft = tab.offsetLeft + tab.offsetWidth + FADE_PX - list.current.offsetLeft - list.current.clientWidth
	}, [pathname, search])
	return list
}

type PageTabsProps = {
	label: string
	tabs: readonly Tab[]
	className?: string
}

export function PageTabs({ label, tabs, className = '' }: PageTabsProps) {
	const { pathname } = useLocation()
	const list = useScrollToCurrent()
	return (
		<nav aria-label={label}>
			<ul ref={list} className={`table-scroll flex gap-x-6 border-b border-line-strong max-md:[scrollbar-width:none] ${className}`}>
				{tabs.map(({ label: words, href, isCurrent = pathname === href }) => (
					<li key={href}>
						<Link to={href} aria-current={isCurrent ? 'page' : undefined} className={TAB}>
							{words}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	)
}
