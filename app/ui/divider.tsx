export function Divider() {
	return (
		<svg className="block h-7 text-ink page" preserveAspectRatio="none" viewBox="0 0 1200 28" fill="none" aria-hidden="true">
			<path d="M0 26H1200" stroke="var(--line)" vectorEffect="non-scaling-stroke" />
			<path d="M0 26H900C1010 26 1080 20 1200 2" stroke="var(--accent)" strokeWidth="3" vectorEffect="non-scaling-stroke" />
		</svg>
	)
}
