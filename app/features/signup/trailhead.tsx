export function Trailhead({ className = '' }: { className?: string }) {
	return (
		<svg className={className} viewBox="0 0 640 520" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
			<rect width="640" height="520" fill="var(--art-sky)" />
			<circle cx="330" cy="212" r="84" fill="var(--art-sun)" />
			<path d="M0 300 110 196 180 262 262 178 336 268 430 206 528 292 640 222V520H0Z" fill="var(--art-far)" />
			<path d="M262 178 236 205 254 214 266 202 280 216 288 210Z" fill="var(--art-snow)" />
			<path d="M0 340C130 284 260 306 360 338S560 362 640 318V520H0Z" fill="var(--art-mid)" />
			<path d="M0 420C160 372 330 392 640 424V520H0Z" fill="var(--art-near)" />
			<path
				d="M232 520C304 472 226 446 312 412 380 386 306 366 352 344L360 346C326 368 430 388 366 420 320 446 420 474 400 520Z"
				fill="var(--art-way)"
			/>
			<path d="M176 520V214M464 520V214" stroke="var(--art-ink)" strokeWidth="18" />
			<path d="M150 222H490" stroke="var(--art-ink)" strokeWidth="16" />
			<path d="M216 236H424V292H216Z" fill="var(--art-snow)" stroke="var(--art-ink)" strokeWidth="5" />
			<path d="M240 222V238M400 222V238" stroke="var(--art-ink)" strokeWidth="5" />
			<text x="320" y="276" fontSize="34" fontWeight="600" textAnchor="middle" fill="var(--art-ink)" fontFamily="var(--font-sans)">
				Module 1
			</text>
			<path d="M464 330 590 372V452L464 404Z M464 380 590 424" fill="none" stroke="var(--art-ink)" strokeWidth="8" />
		</svg>
	)
}
