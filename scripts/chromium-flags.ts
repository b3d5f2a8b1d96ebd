/** Features that Playwright disables. Chromium uses only the last list of features, so ours must include Playwright's. */
export const OFF_BY_PLAYWRIGHT = [
	'AvoidUnnecessaryBeforeUnloadCheckSync',
	'DestroyProfileOnBrowserClose',
	'HttpsUpgrades',
	'HttpsFirstBalancedModeAutoEnable',
	'LensOverlay',
	'MediaRouter',
	'PaintHolding',
	'ThirdPartyStoragePartitioning',
	'AvoidCorsURLLoaderRestartOnRedirect',
	'TcpPortRandomizationWin',
	'OptimizationHints',
	'NetworkTimeServiceQuerying',
	'AimEnabled',
	'PreconnectToSearch',
	'msForceBrowserSignIn',
	'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** Browser features that no test needs, and that take longer to start than most tests: popups of the address bar, and a spare process. */
const NOT_FOR_ONE_JOURNEY = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess']

const asRoot = process.getuid?.() === 0

/** Disables the GPU and background traffic, because tests must pass on a machine without a network. */
export const QUIET_FLAGS = [
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
]

export const chromiumFlags = [
	...QUIET_FLAGS,
	`--disable-features=${[...OFF_BY_PLAYWRIGHT, ...NOT_FOR_ONE_JOURNEY].join(',')}`,
	...(asRoot ? ['--no-sandbox'] : []),
]
