import type { ReactNode } from 'react'

function SignInPicture({ className = '' }: { className?: string }) {
	return (
		<svg className={className} viewBox="0 0 560 620" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
			<rect width="560" height="620" fill="var(--art-sky)" />
			<circle cx="420" cy="130" r="54" fill="var(--art-sun)" />
			<path d="M0 360 74 252 136 316 230 150 344 330 420 248 560 384V620H0Z" fill="var(--art-far)" />
			<path d="M230 150 190 221 216 236 234 214 258 240 276 222Z" fill="var(--art-snow)" />
			<path d="M0 420C120 356 300 380 420 412S530 424 560 414V620H0Z" fill="var(--art-mid)" />
			<path d="M0 500C150 430 330 448 560 500V620H0Z" fill="var(--art-near)" />
			<path
				d="M196 620C270 580 220 552 296 520 320 508 316 494 318 480H352C352 500 352 514 330 530 280 562 360 580 322 620Z"
				fill="var(--art-way)"
			/>
			<path d="M222 480V372L334 300 446 372V480Z" fill="var(--art-deep)" />
			<path d="M202 384 334 292 466 384" fill="none" stroke="var(--art-ink)" strokeWidth="16" />
			<path d="M396 336V286H420V352Z" fill="var(--art-ink)" />
			<path d="M312 480V414H358V480Z" fill="var(--art-ink)" />
			<path d="M250 404H292V446H250Z M378 404H420V446H378Z" fill="var(--art-sun)" />
			<path d="M271 404V446M250 425H292M399 404V446M378 425H420" stroke="var(--art-ink)" strokeWidth="4" />
			<circle cx="335" cy="352" r="13" fill="var(--art-sun)" />
		</svg>
	)
}

export function AccountFrame({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
	return (
		<div className="page grid gap-x-16 gap-y-8 py-8 lg:grid-cols-[5fr_6fr] lg:py-14">
			<SignInPicture className="h-56 w-full lg:h-full lg:min-h-[34rem]" />
			<div className="max-w-[34rem] lg:py-8">
				<h1>{title}</h1>
				{intro && <div className="mt-4">{intro}</div>}
				<div className="mt-8">{children}</div>
			</div>
		</div>
	)
}
