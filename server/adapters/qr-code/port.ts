export type QrCodeDrawer = (text: string) => string
