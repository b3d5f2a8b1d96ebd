import { LogoShapes } from '#app/ui/raw-html.tsx'

import { useSite } from './site.ts'

/** The default logo, or the operator's (content/logo.svg). */
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
