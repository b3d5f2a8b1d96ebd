import { type CSSProperties, useEffect, useRef, useState } from 'react'

import { type BrandTheme, deriveTheme, findContrastFaults, PAGE_BACKGROUNDS, isColor, type ColorMode } from '#domain/color/brand-theme.ts'

const MODES = ['day', 'night'] as const
const NAMES = { day: 'Light mode', night: 'Dark mode' } as const
const INKS = { day: '#1c1a24', night: '#f3ecdd' } as const
const KEYS = ['accent', 'accentHover', 'onAccent', 'accentInk'] as const

type Themes = Record<ColorMode, BrandTheme> & { color: string }

const fieldOf = (form: HTMLFormElement, path: string): HTMLInputElement | null => form.querySelector(`input[name$="${CSS.escape(path)}"]`)
const nameOf = (mode: ColorMode, key: keyof BrandTheme) => `/${mode}/${key}`

function readThemes(form: HTMLFormElement): Themes | null {
	const read = (mode: ColorMode) => KEYS.map((key) => [key, fieldOf(form, nameOf(mode, key))?.value ?? ''] as const)
	const [day, night] = [read('day'), read('night')]
	if (![...day, ...night].every(([, value]) => isColor(value))) return null
	const color = fieldOf(form, '/color')?.value.toLowerCase() ?? ''
	return { color, day: Object.fromEntries(day) as BrandTheme, night: Object.fromEntries(night) as BrandTheme }
}

/** Updates the colors derived from the brand color, except those edited by hand. */
function follow(form: HTMLFormElement, color: string, touched: ReadonlySet<string>): void {
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

function useThemes() {
	const inside = useRef<HTMLDivElement>(null)
	const [themes, setThemes] = useState<Themes | null>(null)
	useEffect(() => {
		const form = inside.current?.closest('form')
		if (!form) return
		const touched = new Set<string>()
		// Uses the default value: the field may have been changed before this script ran.
		let color = fieldOf(form, '/color')?.defaultValue ?? ''
		const update = () => {
			const now = fieldOf(form, '/color')?.value ?? ''
			if (now !== color && isColor(now)) follow(form, now, touched)
			color = now
			setThemes(readThemes(form))
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
	return { inside, themes }
}

/** Explains a derived shade that differs from the brand color. */
function describeShade(color: string, { mode, accent }: { mode: ColorMode; accent: string }): string {
	if (!isColor(color) || accent.toLowerCase() === color || deriveTheme(color, mode).accent !== accent.toLowerCase()) return ''
	return ` Buttons use ${accent}, a ${mode === 'day' ? 'darker' : 'lighter'} shade of your color: on ${color}, text would have too little contrast.`
}

function Sample({ mode, theme, color }: { mode: ColorMode; theme: BrandTheme; color: string }) {
	const faults = findContrastFaults(theme, mode)
	const button = (background: string): CSSProperties => ({ background, color: theme.onAccent })
	return (
		<figure>
			<figcaption>{NAMES[mode]}</figcaption>
			<div className="grid gap-3 p-4 border border-line-strong" style={{ background: PAGE_BACKGROUNDS[mode][0], color: INKS[mode] }}>
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
			<p className={faults.length === 0 ? 'text-soft' : 'font-semibold text-danger-ink'}>
				{faults.length === 0
					? `Easy to read.${describeShade(color, { mode, accent: theme.accent })}`
					: 'Too little contrast: some text would be hard to read.'}
			</p>
		</figure>
	)
}

/** Preview of the brand colors. Without JavaScript, the colors update on save. */
export function BrandPreview() {
	const { inside, themes } = useThemes()
	return (
		<div ref={inside} className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-4" aria-live="polite">
			{themes && MODES.map((mode) => <Sample key={mode} mode={mode} theme={themes[mode]} color={themes.color} />)}
		</div>
	)
}
