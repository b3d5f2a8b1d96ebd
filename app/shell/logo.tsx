import { Drawing } from '#app/ui/raw-html.tsx'

import { useSite } from './site.ts'

type Site = ReturnType<typeof useSite>

const Mark = ({ logo: [name, logo] }: Pick<Site, 'logo'>) => (
	<>
		<Drawing width={40} height={40} {...logo} />
		<span className="text-[min(1.25rem,6vw)] font-semibold tracking-tight">{name}</span>
	</>
)

/** The site's name and logo: the default one (a sun and a path), or the operator's (content/logo.svg), who may have another for dark mode. */
export function Logo() {
	const { logo, darkLogo } = useSite()
	if (!darkLogo) return <Mark logo={logo} />
	return (
		<>
			<span className="items-center gap-2.5 [display:var(--by-day)]">
				<Mark logo={logo} />
			</span>
			<span className="items-center gap-2.5 [display:var(--by-night)]">
				<Mark logo={darkLogo} />
			</span>
		</>
	)
}
