/** Returns the linear value of a channel from 0 to 255 (WCAG 2.2, relative luminance). */
function lightOf(channel: number): number {
	const share = channel / 255
	return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const channelAt = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)

const luminance = (color: string) =>
	0.2126 * lightOf(channelAt(color, 1)) + 0.7152 * lightOf(channelAt(color, 3)) + 0.0722 * lightOf(channelAt(color, 5))

/**
 * Returns the contrast ratio of two colors, from 1 to 21. Source: WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 * @param one such as `#cc3b14`
 */
export function contrast(one: string, other: string): number {
	const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
	return (high + 0.05) / (low + 0.05)
}
