import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import { useConsole } from '#app/admin/ui/page.tsx'
import { useFitScale } from '#app/admin/ui/use-fit-scale.ts'
import { focusClickedParagraph, focusLinkedField } from '#app/admin/use-field-in-address.ts'
import lessonBlocks from '#app/styles/lesson-blocks.css?url'
import lessonText from '#app/styles/lesson-text.css?url'
import { Button } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { escapeMarkup } from '#domain/markup/escape-markup.ts'
import type { LivePreviewData } from '#server/console/content/render-live-preview.ts'
import type { PreviewBody } from '#server/console/shell/preview-body.ts'

import { usePreviewScroll } from './follow-text.ts'
import { readFields } from './save-answers.ts'

const PAUSE_MS = 250
/** Delay before a preview request that got no response is repeated. */
const RETRY_MS = 3000
const WIDE = '(width >= 80rem)'
export type PreviewScreen = 'phone' | 'desktop'

export type LivePreviewSource<Answer> = {
	/** URL that receives the form's fields and returns JSON. */
	address: string
	widths: Record<PreviewScreen, number>
	/** Source of the frame before the first response. The frame is sandboxed, without scripts and forms. */
	frame: () => { src: string } | { srcDoc: string }
	/** Updates the frame without reloading it, so it keeps its scroll position. */
	show: (page: Document, answer: Answer) => void
	/** Returns why the frame still shows an earlier text. */
	problem?: (answer: Answer) => string | undefined
}

function emptyPage(): string {
	const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href)
	const links = [...new Set([...sheets, lessonText, lessonBlocks])]
		.map((href) => `<link rel="stylesheet" href="${escapeMarkup(href)}">`)
		.join('')
	const theme = document.documentElement.dataset.theme
	return `<!doctype html><html lang="en"${theme ? ` data-theme="${theme}"` : ''}><head>${links}</head><body><main class="page-text mx-auto max-w-184 p-5"><h1 class="mb-4"></h1><div class="prose"></div></main></body></html>`
}

/** Style sheet of the brand draft in each previewed page. An unchanged one isn't replaced, because that would load its font again. */
const brands = new WeakMap<Document, string>()

export const TEXT_PREVIEW: LivePreviewSource<LivePreviewData> = {
	address: consolePaths.contentLive,
	// The text is at most 46 rem wide, so a wider page would only make it smaller.
	widths: { phone: 390, desktop: 800 },
	frame: () => ({ srcDoc: emptyPage() }),
	show: (page, { title, html, brand = '' }) => {
		// Our content security policy blocks inline styles, but not a sheet that a script adds.
		if (page.defaultView && brands.get(page) !== brand) {
			const sheet = new page.defaultView.CSSStyleSheet()
			sheet.replaceSync(brand)
			page.adoptedStyleSheets = [sheet]
			brands.set(page, brand)
		}
		const [heading, text] = [page.querySelector('h1'), page.querySelector('.prose')]
		if (!heading || !text) return
		heading.textContent = title
		// Sanitized by the site's renderer (server/console/content/render-live-preview.ts).
		text.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes)
	},
}

/** A whole document, such as an email or a page: the frame loads it from `src`, and what is typed replaces its body. */
export const documentPreviewSource = (
	address: string,
	{ src, widths }: { src: string; widths: Record<PreviewScreen, number> },
): LivePreviewSource<PreviewBody> => ({
	address,
	widths,
	frame: () => ({ src }),
	show: (page, { html = '' }) => {
		// Parsed in the frame's document: emails and pages have inline styles, which only its content security policy allows.
		const body = page.createRange()
		body.selectNodeContents(page.body)
		page.body.replaceChildren(body.createContextualFragment(html))
	},
	problem: ({ problem }) => problem,
})

/** @returns null if the server refuses; undefined if it can't be reached */
async function ask<Answer>(address: string, form: HTMLFormElement, formToken: string): Promise<Answer | null | undefined> {
	const body = new FormData()
	for (const [name, value] of Object.entries({ ...readFields(form), form_token: formToken })) body.set(name, value)
	try {
		const answer = await fetch(address, { method: 'POST', body, headers: { accept: 'application/json' } })
		if (answer.status >= 500) return undefined
		return answer.ok ? ((await answer.json()) as Answer) : null
	} catch {
		return undefined
	}
}

/** Requests a preview after each change, debounced and one at a time. */
function useLive<Answer>(address: string, inside: React.RefObject<HTMLElement | null>, onLive: (live: Answer) => void) {
	const { formToken } = useConsole()
	useEffect(() => {
		const form = inside.current?.closest('form')
		if (!form) return
		let timer = 0
		let isAsking = false
		let isCurrent = true
		const refresh = async () => {
			if (isAsking) return plan(PAUSE_MS)
			isAsking = true
			const live = await ask<Answer>(address, form, formToken)
			isAsking = false
			if (!isCurrent) return
			if (live) onLive(live)
			// Text typed while the server was unreachable must appear without another keystroke.
			else if (live === undefined) plan(RETRY_MS)
		}
		const plan = (pause: number) => {
			window.clearTimeout(timer)
			timer = window.setTimeout(() => void refresh(), pause)
		}
		const onInput = () => plan(PAUSE_MS)
		void refresh()
		form.addEventListener('input', onInput)
		window.addEventListener('online', onInput)
		return () => {
			isCurrent = false
			window.clearTimeout(timer)
			form.removeEventListener('input', onInput)
			window.removeEventListener('online', onInput)
		}
	}, [address, inside, onLive, formToken])
}

type FrameProps<Answer> = { source: LivePreviewSource<Answer>; screen: PreviewScreen; inside: React.RefObject<HTMLElement | null> }

function Frame<Answer>({ source, screen, inside }: FrameProps<Answer>) {
	const frame = useRef<HTMLIFrameElement>(null)
	const last = useRef<Answer | null>(null)
	const navigate = useNavigate()
	const [page] = useState(source.frame)
	const [problem, setProblem] = useState<string>()
	const width = source.widths[screen]
	const { place, scale } = useFitScale(width)
	const follow = usePreviewScroll(frame, inside)
	const show = useCallback(() => {
		const shown = frame.current?.contentDocument
		// Before its page loads, the frame contains an empty document, where our content security policy blocks the styles of an email.
		if (shown?.body && shown.URL !== 'about:blank' && last.current !== null) {
			source.show(shown, last.current)
			follow()
		}
	}, [source, follow])
	const onLive = useCallback(
		(live: Answer) => {
			const found = source.problem?.(live)
			setProblem(found)
			if (found !== undefined) return
			last.current = live
			show()
		},
		[source, show],
	)
	useLive(source.address, inside, onLive)
	const onLoad = () => {
		show()
		frame.current?.contentDocument?.addEventListener('click', (event) => {
			// The frame has separate DOM classes, so `instanceof` doesn't work.
			const [clicked, own] = [event.target as Element | null, inside.current]
			if (!clicked || !own) return
			const link = clicked.closest<HTMLAnchorElement>('a[data-edit]')
			if (!link) return focusClickedParagraph(clicked, own)
			event.preventDefault()
			focusLinkedField(link, own, (address) => void navigate(address))
		})
	}
	return (
		<>
			{problem !== undefined && <p role="status">{`Not in the preview yet: ${problem}`}</p>}
			<div
				ref={place}
				className="h-[min(75dvh,50rem)] overflow-auto xl:h-[calc(100dvh-var(--save-bar,0px)-5rem)] border border-line-strong"
			>
				<iframe
					ref={frame}
					className="max-w-none origin-top-left"
					title="Live preview"
					sandbox="allow-same-origin"
					{...page}
					width={width}
					style={{ transform: `scale(${scale})`, height: `${100 / scale}%` }}
					onLoad={onLoad}
				/>
			</div>
		</>
	)
}

const SCREENS = [
	['phone', 'Phone'],
	['desktop', 'Desktop'],
] as const

/** Switches a preview between the widths of a phone and a desktop. */
export const ScreenButtons = ({ shown, onShow }: { shown: PreviewScreen; onShow: (screen: PreviewScreen) => void }) =>
	SCREENS.map(([screen, label]) => (
		<Button
			key={screen}
			variant="quiet"
			className="aria-pressed:bg-ink aria-pressed:px-3 aria-pressed:text-ground aria-pressed:no-underline"
			aria-pressed={shown === screen}
			onClick={() => onShow(screen)}
		>
			{label}
		</Button>
	))

const BESIDE = { phone: 'xl:grid-cols-[minmax(0,1fr)_24.5rem]', desktop: 'xl:grid-cols-[minmax(0,4fr)_minmax(0,5fr)]' }

/** Preview that is updated while the user types. Needs JavaScript. */
export function LivePreview<Answer>({ source, children }: { source: LivePreviewSource<Answer>; children: ReactNode }) {
	const inside = useRef<HTMLDivElement>(null)
	const [isOpen, setOpen] = useState<boolean | null>(null)
	const [screen, setScreen] = useState<PreviewScreen>('phone')
	useEffect(() => setOpen(window.matchMedia(WIDE).matches), [])
	return (
		<div ref={inside} className={isOpen ? `grid gap-6 ${BESIDE[screen]}` : undefined}>
			{/* Aligns the form with the top of a taller preview. */}
			<div className="grid min-w-0 content-start gap-4">
				{children}
				{isOpen === false && (
					<div>
						<Button variant="secondary" onClick={() => setOpen(true)}>
							Show preview
						</Button>
					</div>
				)}
			</div>
			{isOpen && (
				<section className="live-preview xl:sticky xl:top-[calc(var(--save-bar,0px)+.25rem)] xl:self-start" aria-label="Preview">
					{/* Stays below the save bar, even when the preview scrolls out of view together with the form. */}
					<p className="flex flex-wrap items-center gap-x-4 bg-ground xl:sticky xl:top-(--save-bar,0px) xl:z-2">
						<ScreenButtons shown={screen} onShow={setScreen} />
						<Button variant="quiet" onClick={() => setOpen(false)}>
							Hide preview
						</Button>
					</p>
					<Frame source={source} screen={screen} inside={inside} />
				</section>
			)}
		</div>
	)
}
