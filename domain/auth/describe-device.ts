const BROWSERS: readonly (readonly [RegExp, string])[] = [
	[/\bEdgi?OS\/|\bEdgA?\//, 'Edge'],
	[/\bOPR\/|\bOPiOS\//, 'Opera'],
	[/\bSamsungBrowser\//, 'Samsung Internet'],
	[/\bFirefox\/|\bFxiOS\//, 'Firefox'],
	[/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
	[/\bVersion\/\S+ .*Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
	[/\biPhone\b/, 'an iPhone'],
	[/\biPad\b/, 'an iPad'],
	[/\bAndroid\b/, 'Android'],
	[/\bCrOS\b/, 'a Chromebook'],
	[/\bWindows\b/, 'Windows'],
	[/\bMacintosh\b/, 'a Mac'],
	[/\bLinux\b/, 'Linux'],
]

const find = (table: readonly (readonly [RegExp, string])[], text: string) => table.find(([pattern]) => pattern.test(text))?.[1] ?? null

/**
 * Returns a name such as "Firefox on Windows", without versions, because those change often.
 * @param userAgent the header as sent; it is only matched, never trusted
 */
export function describeDevice(userAgent: string): string {
	const browser = find(BROWSERS, userAgent)
	const system = find(SYSTEMS, userAgent)
	if (browser && system) return `${browser} on ${system}`
	if (browser) return browser
	return system ? `A browser on ${system}` : 'Unknown device'
}
