const STROKES = {
	today:
		'M10 6.5A3.5 3.5 0 1 0 10 13.5A3.5 3.5 0 1 0 10 6.5 M10 2V3 M10 17V18 M2 10H3 M17 10H18 M4.4 4.4 5 5 M15 15 15.6 15.6 M4.4 15.6 5 15 M15 5 15.6 4.4',
	overview: 'M3 3V17H17 M6 13 9.5 9 12 11.5 16.5 6',
	orders: 'M4 6.5H16L17 17H3Z M7 6.5V5.5A3 3 0 0 1 13 5.5V6.5',
	coupons: 'M3 3H9.5L17 10.5 10.5 17 3 9.5Z M6.5 6.5H6.6',
	invoices: 'M5 2.5H15V17.5L12.5 16 10 17.5 7.5 16 5 17.5Z M8 6.5H12 M8 10H12',
	learners:
		'M7.5 9.5A3 3 0 1 0 7.5 3.5A3 3 0 1 0 7.5 9.5 M2.5 17V15.5A3.5 3.5 0 0 1 6 12H9A3.5 3.5 0 0 1 12.5 15.5V17 M13.5 4A3 3 0 0 1 13.5 9 M15 12.3A3.5 3.5 0 0 1 17.5 15.5V17',
	tickets: 'M3 11V16H17V11L14.5 4H5.5Z M3 11H7L8 13H12L13 11H17',
	subscribers: 'M8 9.5A3 3 0 1 0 8 3.5A3 3 0 1 0 8 9.5 M3 17V15.5A3.5 3.5 0 0 1 6.5 12H9.5A3.5 3.5 0 0 1 13 15.5V17 M15.5 6V11 M13 8.5H18',
	course: 'M10 5C8 3.5 5.5 3.5 3 4V15.5C5.5 15 8 15 10 16.5C12 15 14.5 15 17 15.5V4C14.5 3.5 12 3.5 10 5V16.5',
	content: 'M4.5 2.5H11.5L15.5 6.5V17.5H4.5Z M11.5 2.5V6.5H15.5 M8 10.5H12 M8 14H12',
	media: 'M3 4H17V16H3Z M3 14 7.5 9 11 13 13 11 17 14.5 M12.5 7.5H12.6',
	publish: 'M10 13V3.5 M6 7.5 10 3.5 14 7.5 M3 12.5V16.5H17V12.5',
	newsletter: 'M2.5 4.5H17.5V15.5H2.5Z M3 5 10 11 17 5',
	messages: 'M3 5H17 M3 10H17 M3 15H11',
	prices:
		'M10 2.5A7.5 7.5 0 1 0 10 17.5A7.5 7.5 0 1 0 10 2.5 M12.5 7.5C12 6.5 8 6 7.5 8.3C7.5 11 12.5 9 12.5 11.7C12 14 8 13.5 7.5 12.5 M10 5V15',
	settings: 'M3 6H10 M14 6H17 M12 4V8 M3 14H6 M10 14H17 M8 12V16',
	health: 'M2.5 10H6L8 5 12 15 14 10H17.5',
	actions: 'M10 3A7 7 0 1 0 10 17A7 7 0 1 0 10 3 M10 6.5V10.5L12.5 12.5',
	search: 'M8.5 3.5A5 5 0 1 0 8.5 13.5A5 5 0 1 0 8.5 3.5 M12.5 12.5 16.5 16.5',
	moon: 'M16.5 12A7 7 0 0 1 8 3.5A7 7 0 1 0 16.5 12Z',
	keyboard: 'M2.5 5H17.5V15H2.5Z M6 8.5H6.1 M10 8.5H10.1 M14 8.5H14.1 M7 12H13',
	bullets: 'M4 5H4.1 M4 10H4.1 M4 15H4.1 M8 5H17 M8 10H17 M8 15H17',
	numbers: 'M3.5 3.5 4.5 3V7 M3 9H5L3 11.5H5 M3 13.5H5V17H3 M3.5 15.2H5 M8 5H17 M8 10H17 M8 15H17',
	checklist: 'M3 5 4.5 6.5 7 3.5 M3 14 4.5 15.5 7 12.5 M10 5H17 M10 14H17',
	quote: 'M4 6H8.5V11C8.5 13.5 7 15 5 15.5 M4 6V11H8.5 M11.5 6H16V11C16 13.5 14.5 15 12.5 15.5 M11.5 6V11H16',
	link: 'M8.5 11.5 11.5 8.5 M9 6.5 11 4.5A3.2 3.2 0 0 1 15.5 9L13.5 11 M11 13.5 9 15.5A3.2 3.2 0 0 1 4.5 11L6.5 9',
	undo: 'M7 4 3.5 7.5 7 11 M3.5 7.5H12A4.5 4.5 0 0 1 12 16.5H8',
	redo: 'M13 4 16.5 7.5 13 11 M16.5 7.5H8A4.5 4.5 0 0 0 8 16.5H12',
	heading: 'M5 4V16 M15 4V16 M5 10H15',
	subheading: 'M6.5 7V16 M13.5 7V16 M6.5 11.5H13.5',
	table: 'M3 4H17V16H3Z M3 8H17 M3 12H17 M10 4V16',
	callout: 'M3 4H17V16H3Z M6.5 4V16 M9.5 10H14',
	question: 'M10 2.5A7.5 7.5 0 1 0 10 17.5A7.5 7.5 0 1 0 10 2.5 M7.7 8A2.3 2.3 0 1 1 10 10.5V11.5 M10 14.2H10.1',
	exercise: 'M3 17H17 M4 13.5 5 10.5 13 2.8 15.2 5 7 12.5Z',
	video: 'M3 4H17V16H3Z M8.5 7.5V12.5L12.5 10Z',
	code: 'M7 6 3 10 7 14 M13 6 17 10 13 14',
	download: 'M10 3V12.5 M6 9 10 12.5 14 9 M3 13V16.5H17V13',
	placeholder:
		'M8 3.5C6 3.5 6.5 5 6.5 7C6.5 9 6 10 4.5 10C6 10 6.5 11 6.5 13C6.5 15 6 16.5 8 16.5 M12 3.5C14 3.5 13.5 5 13.5 7C13.5 9 14 10 15.5 10C14 10 13.5 11 13.5 13C13.5 15 14 16.5 12 16.5',
	divider: 'M3 10H17 M6 6H14 M6 14H14',
	up: 'M10 16.5V4 M5 9 10 4 15 9',
	down: 'M10 3.5V16 M5 11 10 16 15 11',
	remove: 'M5 5 15 15 M15 5 5 15',
} as const

export type ConsoleIconName = keyof typeof STROKES

/** Returns the name of a page's icon: the last segment of its path. */
export function iconNameOfPage(href: string): ConsoleIconName | null {
	const name = href.split('/').at(-1) ?? ''
	return Object.hasOwn(STROKES, name) ? (name as ConsoleIconName) : null
}

/** Line icons on a 20 px grid. Decorative: the text is next to the icon or is the button's label. */
export const ConsoleIcon = ({ name, className = '' }: { name: ConsoleIconName | null; className?: string }) => (
	<svg
		className={`flex-none fill-none stroke-current stroke-[1.75] ${className}`}
		width="18"
		height="18"
		viewBox="0 0 20 20"
		aria-hidden="true"
		focusable="false"
	>
		{name && <path d={STROKES[name]} />}
	</svg>
)

export const ICON_BUTTON = 'grid size-11 flex-none place-items-center rounded-sm text-soft hover:bg-raised hover:text-ink'

type IconButtonProps = { icon: ConsoleIconName; label: string; onClick: () => void; className?: string }

export const IconButton = ({ icon, label, onClick, className = '' }: IconButtonProps) => (
	<button type="button" className={`${ICON_BUTTON} ${className}`} aria-label={label} title={label} onClick={onClick}>
		<ConsoleIcon name={icon} />
	</button>
)
