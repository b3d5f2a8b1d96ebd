import { LogoShapes } from '#app/ui/raw-html.tsx'

import { useSite } from './site.ts'

/** The mark, flat ground, a sun, and a path that leaves the ground, or the operator's own (content/logo.svg), and the name. */
export function Logo() {
	const {
		logo: [name, logo],
	} = useSite()
	return (
		<>
			<LogoShapes size={40} {...logo} />
			<span className="text-[min(1.25rem,6vw)] font-semibold tracking-tight">{name}</span>
		</>
	)
}
