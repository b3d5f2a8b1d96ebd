import { type CSSProperties, useEffect, useRef, useState } from 'react'

import { type PreviewScreen, ScreenButtons } from '#app/admin/routes/content/live-preview.tsx'
import { useFitScale } from '#app/admin/ui/use-fit-scale.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { Drawing } from '#app/ui/raw-html.tsx'
import { FONT_FAMILIES } from '#contracts/font-families.ts'
import { type BrandTheme, deriveTheme, findContrastFaults, PAGE_BACKGROUNDS, isColor, type ColorMode } from '#domain/color/brand-theme.ts'

import type { Brand } from './brand-layout.tsx'

const MODES = ['day', 'night'] as const
const NAMES = { day: 'Light mode', night: 'Dark mode' } as const
const INKS = { day: '#1c1a24', night: '#f3ecdd' } as const
const KEYS = ['accent', 'accentHover', 'onAccent', 'accentInk'] as const

type Look = Record<ColorMode, BrandTheme> & { color: string; /** CSS font family. */ family: string }

const fieldOf = (form: HTMLElement, path: string): HTMLInputElement | null =>
	form.querySelector(`:is(input, select)[name$="${CSS.escape(path)}"]`)
const nameOf = (mode: ColorMode, key: keyof BrandTheme) => `/${mode}/${key}`

function readLook(form: HTMLElement): Look | null {
	const read = (mode: ColorMode) => KEYS.map((key) => [key, fieldOf(form, nameOf(mode, key))?.value ?? ''] as const)
	const [day, night] = [read('day'), read('night')]
	if (![...day, ...night].every(([, value]) => isColor(value))) return null
	const color = fieldOf(form, '/color')?.value.toLowerCase() ?? ''
	const font = fieldOf(form, '/font')?.value
	const family = font === 'serif' || font === 'sans' ? FONT_FAMILIES[font] : 'Besley,serif'
	return {
		color,
		family,
		day: Object.fromEntries(day) as BrandTheme,
		night: Object.fromEntries(night) as BrandTheme,
	}
}

/** Updates the colors derived from the brand color, except those edited by hand. */
function follow(form: HTMLElement, color: string, touched: ReadonlySet<string>): void {
	for (const mode of MODES) {
		const theme = deriveTheme(color, mode)
		for (const key of KEYS) {
			const field = fieldOf(form, nameOf(mode, key))
			if (!field || touched.has(nameOf(mode, key))) continue
			field.value = theme[key]
			field.dispatchEvent(new Event('input', { bubbles: true }))
		}
	}
}

function useLook() {
	const inside = useRef<HTMLDivElement>(null)
	const [look, setLook] = useState<Look | null>(null)
	useEffect(() => {
		const form = inside.current?.closest<HTMLElement>('[data-brand]')
		if (!form) return
		const touched = new Set<string>()
		// Uses the default value: the field may have been changed before this script ran.
		let color = fieldOf(form, '/color')?.defaultValue ?? ''
		const update = () => {
			const now = fieldOf(form, '/color')?.value ?? ''
			if (now !== color && isColor(now)) follow(form, now, touched)
			color = now
			setLook(readLook(form))
		}
		const onInput = ({ target, isTrusted }: Event) => {
			// Skip the input events dispatched by `follow`, except on the brand color.
			if (!isTrusted && target instanceof HTMLInputElement && target.name !== '' && !target.name.endsWith('/color')) return
			const field = target instanceof Element ? target.closest('div')?.querySelector<HTMLInputElement>('input[name]') : null
			const [path] = /\/(?:day|night)\/\w+$/.exec(field?.name ?? '') ?? []
			if (path !== undefined) touched.add(path)
			update()
		}
		update()
		form.addEventListener('input', onInput)
		return () => form.removeEventListener('input', onInput)
	}, [])
	return { inside, look }
}

/** Explains a derived shade that differs from the brand color. */
function describeShade(color: string, { mode, accent }: { mode: ColorMode; accent: string }): string {
	if (!isColor(color) || accent.toLowerCase() === color || deriveTheme(color, mode).accent !== accent.toLowerCase()) return ''
	return ` Buttons use ${accent}, a ${mode === 'day' ? 'darker' : 'lighter'} shade of your color: on ${color}, text would have too little contrast.`
}

function Sample({ mode, look: { color, family, [mode]: theme } }: { mode: ColorMode; look: Look }) {
	const faults = findContrastFaults(theme, mode)
	const button = (background: string): CSSProperties => ({ background, color: theme.onAccent })
	return (
		<figure>
			<figcaption>{NAMES[mode]}</figcaption>
			<div
				className="grid gap-3 border border-line-strong p-4"
				style={{ background: PAGE_BACKGROUNDS[mode][0], color: INKS[mode], fontFamily: family }}
			>
				<p className="text-lg font-semibold">A card with a title</p>
				<p>
					{'Text with '}
					<span style={{ color: theme.accentInk, textDecoration: 'underline' }}>a link</span>.
				</p>
				<p className="flex flex-wrap gap-2">
					<span className="px-4 py-2 font-semibold" style={button(theme.accent)}>
						Button
					</span>
					<span className="px-4 py-2 font-semibold" style={button(theme.accentHover)}>
						Button hover
					</span>
				</p>
			</div>
			<p aria-live="polite" className={faults.length === 0 ? 'text-soft' : 'font-semibold text-danger-ink'}>
				{faults.length === 0
					? `Easy to read.${describeShade(color, { mode, accent: theme.accent })}`
					: 'Too little contrast: some text would be hard to read.'}
			</p>
		</figure>
	)
}

/** The mark in emails of an academy without a logo. */
const MailMark = ({ accent }: { accent: string }) => (
	<svg width="32" height="30" aria-hidden="true">
		<circle cx="10" cy="7" r="7" fill="#f2b134" />
		<rect y="18" width="32" height="5" fill={accent} />
		<rect y="27" width="32" height="3" fill="#1b2333" />
	</svg>
)

/**
 * Top of an email, as server/services/messaging/outbox/mail-layout.ts writes it: the shipped logo is replaced by a mark that mail
 * clients can show, and an operator’s SVG by the name.
 */
function EmailTop({ brand: { logos, name }, look: { day, family } }: { brand: Brand; look: Look }) {
	const [logo] = logos
	const { shapes = '', ratio = 1, isWide = false, viewBox } = logo?.logo ?? {}
	const isOwn = logo?.isOwn === true
	const isPicture = isOwn && shapes.startsWith('<image')
	return (
		<figure>
			<figcaption>Email</figcaption>
			<div className="grid gap-4 border border-line-strong p-4" style={{ background: '#f7f0e1', color: '#1b2333', fontFamily: family }}>
				<p className="flex items-center gap-2.5 text-lg font-bold">
					{!isOwn && <MailMark accent={day.accent} />}
					{isPicture && <Drawing height={40} width={40 * ratio} viewBox={viewBox} shapes={shapes} />}
					{!(isPicture && isWide) && name}
				</p>
				<p>
					<span className="inline-block rounded-[3px] px-6 py-3 font-bold" style={{ background: day.accent, color: day.onAccent }}>
						Open the lesson
					</span>
				</p>
			</div>
		</figure>
	)
}

/** Returns the CSS of this page's font faces, because those in the framed page were removed. */
const listFontFaces = (): string =>
	[...document.styleSheets]
		.flatMap((sheet) => [...sheet.cssRules])
		.filter((rule) => rule instanceof CSSFontFaceRule)
		.map(({ cssText }) => cssText)
		.join('')

/** Shows the unsaved look on the framed home page, whose style sheet has the look of the newest draft. */
function paint(page: Document | null | undefined, { look, mode }: { look: Look; mode: ColorMode }): void {
	// Before its page loads, the frame contains an empty document.
	if (!page?.defaultView || page.URL === 'about:blank') return
	const { accent, accentHover, accentInk, onAccent } = look[mode]
	page.documentElement.dataset.theme = mode === 'night' ? 'dark' : 'light'
	// Nothing in the frame can be focused or clicked.
	page.body.inert = true
	if (page.adoptedStyleSheets.length === 0) {
		const [faces, colors] = [new page.defaultView.CSSStyleSheet(), new page.defaultView.CSSStyleSheet()]
		faces.replaceSync(listFontFaces())
		page.adoptedStyleSheets = [faces, colors]
	}
	// Leaves the sheet with the font faces alone: the browser would load the fonts of a changed sheet again.
	page.adoptedStyleSheets[1]?.replaceSync(
		`:root:root{--accent:${accent};--art-way:${accent};--accent-hover:${accentHover};--art-sign:${accentHover};--on-accent:${onAccent};--accent-ink:${accentInk};--font-sans:${look.family}}`,
	)
}

const WIDTHS = { phone: 390, desktop: 1280 }

function HomeFrame({ src, look }: { src: string; look: Look | null }) {
	const [screen, setScreen] = useState<PreviewScreen>('phone')
	const [mode, setMode] = useState<ColorMode>('day')
	const frame = useRef<HTMLIFrameElement>(null)
	const { place, scale } = useFitScale(WIDTHS[screen])
	const isAlive = useHydrated()
	const show = () => look && paint(frame.current?.contentDocument, { look, mode })
	useEffect(() => void show())
	return (
		<div className="grid gap-2">
			{isAlive && (
				<p className="flex flex-wrap gap-x-2">
					<ScreenButtons shown={screen} onShow={setScreen} />
					<Button variant="quiet" className="ms-auto" onClick={() => setMode(mode === 'day' ? 'night' : 'day')}>
						{mode === 'day' ? NAMES.night : NAMES.day}
					</Button>
				</p>
			)}
			<div ref={place} className="h-112 overflow-hidden border border-line-strong">
				<iframe
					ref={frame}
					className="max-w-none origin-top-left"
					title="Home page with this look"
					sandbox="allow-same-origin"
					src={src}
					width={WIDTHS[screen]}
					style={scale === 1 ? undefined : { transform: `scale(${scale})`, height: `${100 / scale}%` }}
					height="100%"
					loading="lazy"
					onLoad={show}
				/>
			</div>
		</div>
	)
}

/**
 * Preview that follows unsaved colors and the font. Without JavaScript, it shows the newest draft. In a window that is lower than the
 * preview, it sticks with its end, so that it needs no scrollbar.
 */
export function BrandPreview({ brand }: { brand: Brand }) {
	const { inside, look } = useLook()
	return (
		<section
			ref={inside}
			className="live-preview grid gap-4 xl:sticky xl:top-4 xl:[@media(height<75rem)]:top-auto xl:[@media(height<75rem)]:bottom-4 xl:[@media(height<75rem)]:self-end"
			aria-label="Preview"
		>
			<HomeFrame src={brand.home} look={look} />
			<div className="grid gap-4">
				{look && MODES.map((mode) => <Sample key={mode} mode={mode} look={look} />)}
				{look && <EmailTop brand={brand} look={look} />}
			</div>
		</section>
	)
}
