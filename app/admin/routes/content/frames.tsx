import { useEffect, useRef } from 'react'

const SCREENS = [
	{ name: 'On a phone', width: 390, box: 'h-[400px] w-[195px]', scale: '[transform:scale(.5)]' },
	{
		name: 'On a wide screen',
		width: 1280,
		box: 'h-[225px] w-[320px] lg:h-[315px] lg:w-[448px]',
		scale: '[transform:scale(.25)] lg:[transform:scale(.35)]',
	},
] as const

// A link clicked in the framed page may open the editor in the whole window.
const SANDBOX = 'allow-same-origin allow-top-navigation-by-user-activation'

/**
 * Shows a console URL at phone and desktop width.
 * @param title accessible name of the page shown
 */
export const Frames = ({ title, src }: { title: string; src: string }) => (
	<div className="flex flex-wrap gap-6 items-start">
		{SCREENS.map(({ name, width }) => (
			<figure className="max-w-full" key={width}>
				<figcaption>{`${name}, ${width} pixels wide`}</figcaption>
				<div className="overflow-x-auto border border-line-strong" tabIndex={0} role="region" aria-label={name}>
					<iframe className="max-w-none" title={`${title}: ${name.toLowerCase()}`} src={src} width={width} height={800} sandbox={SANDBOX} />
				</div>
			</figure>
		))}
	</div>
)

const SIDES = [
	{ name: 'Before', is: 'before' },
	{ name: 'After', is: 'after' },
] as const

/** Scrolls a frame to the first difference without moving the page around it. */
function showFirstChange(frame: HTMLIFrameElement | null) {
	const first = frame?.contentDocument?.querySelector('[data-changed]')
	if (first) frame?.contentWindow?.scrollBy(0, first.getBoundingClientRect().top - 160)
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

export const BeforeAfter = ({ title, before, after }: { title: string; before: string; after: string }) => {
	const addresses = { before, after }
	return SCREENS.map(({ name, width, box, scale }) => (
		<div key={width} className="flex flex-wrap gap-4 py-2" role="group" aria-label={`${title}: ${name.toLowerCase()}`}>
			{SIDES.map((side) => (
				<figure key={side.is}>
					<figcaption>{`${side.name} · ${name.toLowerCase()}`}</figcaption>
					<div className={`overflow-hidden border border-line-strong ${box}`}>
						<SmallFrame
							title={`${title}, ${side.name.toLowerCase()}: ${name.toLowerCase()}`}
							src={addresses[side.is]}
							width={width}
							scale={scale}
						/>
					</div>
				</figure>
			))}
		</div>
	))
}
