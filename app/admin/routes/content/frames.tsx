import { type ReactNode, useEffect, useRef, useState } from 'react'

import { useFitScale } from '#app/admin/ui/use-fit-scale.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'

import { type PreviewScreen, ScreenButtons } from './live-preview.tsx'

const SCREENS = [
	{
		is: 'phone',
		name: 'On a phone',
		width: 390,
		box: 'h-[400px] w-[195px] lg:h-[640px] lg:w-[312px]',
		scale: '[transform:scale(.5)] lg:[transform:scale(.8)]',
	},
	{
		is: 'desktop',
		name: 'On a wide screen',
		width: 1280,
		box: 'h-[225px] w-[320px] lg:h-[315px] lg:w-[448px]',
		scale: '[transform:scale(.25)] lg:[transform:scale(.35)]',
	},
] as const

// A link clicked in the framed page may open the editor in the whole window.
const SANDBOX = 'allow-same-origin allow-top-navigation-by-user-activation'

const HEIGHT = 800

/** An iframe as wide as the given screen, scaled down to fit into the page. Without JavaScript, it scrolls sideways. */
function ScaledFrame({ name, title, src, width }: { name: string; title: string; src: string; width: number }) {
	const { place, scale } = useFitScale(width)
	return (
		<figure className={width === 390 ? 'max-w-full' : 'w-full'}>
			<figcaption className="not-noscript:sr-only">{`${name}, ${width} pixels wide`}</figcaption>
			<div
				ref={place}
				className={`max-w-full overflow-x-auto overflow-y-hidden border border-line-strong ${width === 390 ? 'w-98' : ''}`}
				style={scale === 1 ? undefined : { height: HEIGHT * scale }}
				tabIndex={0}
				role="region"
				aria-label={name}
			>
				<iframe
					className="max-w-none origin-top-left"
					title={`${title}: ${name.toLowerCase()}`}
					src={src}
					width={width}
					height={HEIGHT}
					sandbox={SANDBOX}
					style={scale === 1 ? undefined : { transform: `scale(${scale})` }}
				/>
			</div>
		</figure>
	)
}

type FramesProps = {
	/** Accessible name of the page shown. */
	title: string
	src: string
	/** Controls in the row of the buttons. */
	controls: ReactNode
	/** Explanation below the row. */
	about: ReactNode
}

/** Shows a console URL at phone or desktop width; without JavaScript, at both. */
export function Frames({ title, src, controls, about }: FramesProps) {
	const isAlive = useHydrated()
	const [chosen, setChosen] = useState<PreviewScreen>()
	const show = ({ name, width }: (typeof SCREENS)[number]) => (
		<ScaledFrame key={`${width} ${src}`} name={name} title={title} src={src} width={width} />
	)
	const screen = isAlive ? (chosen ?? (window.matchMedia('(width >= 60rem)').matches ? 'desktop' : 'phone')) : null
	return (
		<div className="grid gap-2">
			<div className="flex flex-wrap items-center gap-x-6 gap-y-2">
				{controls}
				{screen !== null && (
					<p className="flex flex-wrap gap-x-4">
						<ScreenButtons shown={screen} onShow={setChosen} />
					</p>
				)}
			</div>
			{about}
			{screen === null ? <noscript>{SCREENS.map(show)}</noscript> : SCREENS.filter(({ is }) => is === screen).map(show)}
		</div>
	)
}

function findFirstChange({ contentDocument, contentWindow }: HTMLIFrameElement): number | undefined {
	const first = contentDocument?.querySelector('[data-changed]')
	return first && contentWindow ? first.getBoundingClientRect().top + contentWindow.scrollY : undefined
}

/**
 * Scrolls both frames to the first difference without moving the page around them. If only one of them has it, such as a
 * new paragraph, the other scrolls to the same place.
 */
function showFirstChange(frame: HTMLIFrameElement | null) {
	const frames = [...(frame?.closest('[role=group]')?.querySelectorAll('iframe') ?? [])]
	const known = frames.map(findFirstChange)
	for (const [index, { contentDocument, contentWindow }] of frames.entries()) {
		const top = known[index] ?? known.find((each) => each !== undefined)
		// If a page can't be framed, the browser shows an error page, whose document we can't reach: it isn't scrolled.
		if (top !== undefined && contentDocument) contentWindow?.scrollTo(0, top - 160)
	}
}

function SmallFrame({ title, src, width, scale }: { title: string; src: string; width: number; scale: string }) {
	const frame = useRef<HTMLIFrameElement>(null)
	// The frame may have loaded before this script.
	useEffect(() => showFirstChange(frame.current), [])
	return (
		<iframe
			className={`max-w-none origin-top-left ${scale}`}
			ref={frame}
			title={title}
			src={src}
			width={width}
			height={width === 390 ? 800 : 900}
			loading="lazy"
			sandbox="allow-same-origin"
			onLoad={() => showFirstChange(frame.current)}
		/>
	)
}

/** @param before null for a new page */
export const BeforeAfter = ({ title, before, after }: { title: string; before: string | null; after: string }) => {
	const sides = [
		...(before === null ? [] : [{ name: 'Before', src: before }]),
		{ name: before === null ? 'New page' : 'After', src: after },
	]
	return SCREENS.map(({ name, width, box, scale }) => (
		<div key={width} className="flex flex-wrap gap-4 py-2" role="group" aria-label={`${title}: ${name.toLowerCase()}`}>
			{sides.map((side) => (
				<figure key={side.name}>
					<figcaption>{`${side.name} · ${name.toLowerCase()}`}</figcaption>
					<div className={`overflow-hidden border border-line-strong ${box}`}>
						<SmallFrame title={`${title}, ${side.name.toLowerCase()}: ${name.toLowerCase()}`} src={side.src} width={width} scale={scale} />
					</div>
				</figure>
			))}
		</div>
	))
}
