import site from '#content/site.json'

/** The mark: flat ground, a sun, and a path that leaves the ground. */
export function LogoMark({ size = 40 }: { size?: number }) {
	return (
		<svg width={size} height={size} viewBox="0 0 40 40" fill="none" aria-hidden="true">
			<circle cx="13" cy="13" r="7" fill="var(--sun)" />
			<path d="M2 33.5H38" stroke="var(--ink)" strokeWidth="3" />
			<path d="M2 26.5H12C23 26.5 26 17 37 4" stroke="var(--accent)" strokeWidth="5.5" />
		</svg>
	)
}

export function Logo() {
	return (
		<>
			<LogoMark />
			<span className="text-[min(1.25rem,6vw)] font-semibold tracking-tight">{site.name}</span>
		</>
	)
}
