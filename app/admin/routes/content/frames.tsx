const SCREENS = [
	{ name: 'On a phone', width: 390 },
	{ name: 'On a wide screen', width: 1280 },
] as const

/** An address of the console as a phone and a wide screen show it. @param title what it shows */
export const Frames = ({ title, src }: { title: string; src: string }) => (
	<div className="previews">
		{SCREENS.map(({ name, width }) => (
			<figure key={width}>
				<figcaption>{`${name}, ${width} pixels wide`}</figcaption>
				<div className="previews-scroll" tabIndex={0} role="region" aria-label={name}>
					<iframe
						title={`${title}: ${name.toLowerCase()}`}
						src={src}
						width={width}
						height={800}
						// A link of the page that was clicked may open the editor in place of the console's page.
						sandbox="allow-same-origin allow-top-navigation-by-user-activation"
					/>
				</div>
			</figure>
		))}
	</div>
)
