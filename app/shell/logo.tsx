import { LogoShapes } from '#app/ui/raw-html.tsx'
import logo from '#content/logo.svg?raw'
import { logoParts } from '#content/logo.ts'
import site from '#content/site.json'

const parts = logoParts(logo)

/** The mark: flat ground, a sun, and a path that leaves the ground; or the operator's own (content/logo.svg). */
export const LogoMark = ({ size = 40 }: { size?: number }) => <LogoShapes size={size} {...parts} />

export function Logo() {
	return (
		<>
			<LogoMark />
			<span className="text-[min(1.25rem,6vw)] font-semibold tracking-tight">{site.name}</span>
		</>
	)
}
