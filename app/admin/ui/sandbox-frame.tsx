import type { ReactNode } from 'react'

import { SiteLogo } from './site-header.tsx'

type SandboxFrameProps = {
	/** Test mode, as shown in the window title. */
	mode: string
	banner: string
	siteName?: string
	title: string
	heading?: string
	children: ReactNode
}

/** Layout of the sandbox pages. It shows the shop's name and logo, as a payment provider does. */
export const SandboxFrame = ({ mode, banner, siteName, title, heading = title, children }: SandboxFrameProps) => (
	<>
		<title>{`${title} (${mode})`}</title>
		<header>
			<p className="bg-sun px-4 py-2 text-center font-semibold text-on-sun">{banner}</p>
			{siteName !== undefined && (
				<p className="page flex items-center gap-2.5 pt-4 text-lg font-semibold">
					<SiteLogo />
					{siteName}
				</p>
			)}
		</header>
		<main className="page grid gap-6 pt-6 pb-16">
			<h1 className="text-2xl">{heading}</h1>
			{children}
		</main>
	</>
)
