const STROKES = {
	close: 'M5 5 15 15 M15 5 5 15',
	menu: 'M3 5.5H17 M3 10H17 M3 14.5H17',
	pause: 'M7 4.5V15.5 M13 4.5V15.5',
	play: 'M6.5 4.5V15.5L15.5 10Z',
	check: 'M3.5 10.5 8 15 16.5 5.5',
	arrow: 'M3 10H16 M11 5 16 10 11 15',
	lock: 'M4.5 9H15.5V17H4.5Z M7 9V6.5A3 3 0 0 1 13 6.5V9',
	download: 'M10 3V13 M5.5 9 10 13.5 14.5 9 M3.5 17H16.5',
	print: 'M6 7V3H14V7 M6 14H3.5V7.5H16.5V14H14 M6 11.5H14V17H6Z',
	half: 'M10 3A7 7 0 1 0 10 17Z M10 3A7 7 0 0 1 10 17',
} as const

export type IconName = keyof typeof STROKES

/** Line icon on a 20 px grid. Decorative: the text is next to it or in the button's label. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
	return (
		<svg
			width={size}
			height={size}
			viewBox="0 0 20 20"
			fill="none"
			stroke="currentColor"
			strokeWidth="2"
			strokeLinecap="square"
			aria-hidden="true"
			focusable="false"
		>
			<path d={STROKES[name]} />
		</svg>
	)
}
