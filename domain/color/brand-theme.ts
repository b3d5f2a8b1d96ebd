/** Returns the linear value of a channel from 0 to 255 (WCAG 2.2, relative luminance). */
function toLinearChannel(channel: number): number {
	const share = channel / 255
	return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const channelAt = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)

const luminance = (color: string) =>
	0.2126 * toLinearChannel(channelAt(color, 1)) +
	0.7152 * toLinearChannel(channelAt(color, 3)) +
	0.0722 * toLinearChannel(channelAt(color, 5))

/**
 * Returns the contrast ratio of two colors, from 1 to 21. Source: WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 * @param one such as `#cc3b14`
 */
export function contrastRatio(one: string, other: string): number {
	const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
	return (high + 0.05) / (low + 0.05)
}

/** Backgrounds of pages, cards and inset areas in light (`day`) and dark mode (`night`), as in app/styles/tokens.css. */
export const PAGE_BACKGROUNDS = { day: ['#f7f0e1', '#eee3cc', '#fcf8ee'], night: ['#141a2a', '#0e1320', '#1d2437'] } as const
export type ColorMode = keyof typeof PAGE_BACKGROUNDS

/** Minimum contrast in WCAG 2.2 AA: for text (1.4.3), and for other parts such as a button's edge (1.4.11). */
const TEXT = 4.5
const SHAPE = 3

export type BrandTheme = { accent: string; accentHover: string; onAccent: string; accentInk: string }

type Pair = { of: keyof BrandTheme; on: readonly string[]; least: number; where: string }

const pairsOf = (theme: BrandTheme, grounds: readonly string[]): Pair[] => [
	{ of: 'onAccent', on: [theme.accent, theme.accentHover, theme.accentInk], least: TEXT, where: 'on buttons' },
	{ of: 'accentInk', on: grounds, least: TEXT, where: 'on the page' },
	{ of: 'accent', on: grounds, least: SHAPE, where: 'on the page' },
]

/** Returns the lowest contrast with any of the other colors, rounded down, so that 4.499 isn't shown as 4.5. */
const leastContrast = (color: string, others: readonly string[]) =>
	Math.floor(Math.min(...others.map((other) => contrastRatio(color, other))) * 100) / 100

export const findContrastFaults = (theme: BrandTheme, mode: ColorMode): { of: keyof BrandTheme; message: string }[] =>
	pairsOf(theme, PAGE_BACKGROUNDS[mode]).flatMap(({ of, on, least, where }) => {
		const found = leastContrast(theme[of], on)
		return found < least ? [{ of, message: `has a contrast of ${found} ${where}, and needs at least ${least}` }] : []
	})

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

type Hsl = { hue: number; saturation: number; lightness: number }

function toHsl(color: string): Hsl {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
	const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
	const [lightness, range] = [(most + least) / 2, most - least]
	if (range === 0) return { hue: 0, saturation: 0, lightness }
	const turn = most === red ? (green - blue) / range : most === green ? (blue - red) / range + 2 : (red - green) / range + 4
	return { hue: (turn * 60 + 360) % 360, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness }
}

/** Converts HSL to hexadecimal sRGB. Source: CSS Color Module Level 4, "HSL to sRGB". */
function toHex({ hue, saturation, lightness }: Hsl): string {
	const channel = (number: number) => {
		const at = (number + hue / 30) % 12
		const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(at - 3, 9 - at, 1))
		return Math.round(value * 255)
			.toString(16)
			.padStart(2, '0')
	}
	return `#${channel(0)}${channel(8)}${channel(4)}`
}

const STEP = 0.01
const HOVER_STEP = 0.08
/** Color of text on buttons: white in light mode, nearly black in dark mode. */
const ON_ACCENT = { day: '#ffffff', night: '#14101a' } as const

/** Returns a darker shade in light mode, a lighter one in dark mode. */
function shift(color: string, mode: ColorMode, by: number): string {
	const hsl = toHsl(color)
	return toHex({ ...hsl, lightness: Math.min(1, Math.max(0, hsl.lightness + (mode === 'day' ? -by : by))) })
}

/** Finds the first shade that is readable on the page, and under button text. */
function findShade(color: string, mode: ColorMode, least: number): string {
	const isReadable = (shade: string) =>
		leastContrast(shade, PAGE_BACKGROUNDS[mode]) >= least && leastContrast(shade, [ON_ACCENT[mode]]) >= TEXT
	let shade = color
	for (let by = STEP; !isReadable(shade) && by <= 1; by += STEP) shade = shift(color, mode, by)
	return shade
}

/**
 * Derives the brand's colors from one color: the color itself if it is readable, otherwise the nearest readable shade.
 * @param color such as `#cc3b14`
 */
export function deriveTheme(color: string, mode: ColorMode): BrandTheme {
	const accent = findShade(color.toLowerCase(), mode, SHAPE)
	return {
		accent,
		accentHover: shift(accent, mode, HOVER_STEP),
		onAccent: ON_ACCENT[mode],
		accentInk: findShade(accent, mode, TEXT),
	}
}
