import { renderSVG } from 'uqr'

import type { QrCodeDrawer } from './port.ts'

/** Draws a QR code with a white border, so that scanners can read it on a dark page. */
export const uqrCode: QrCodeDrawer = (text) => renderSVG(text, { border: 2, ecc: 'M' })
