//! What is trusted when a connection is encrypted.

#[cfg(not(feature = "rustls"))]
use crate::error::Error;

/// The error of an `sslmode` that needs TLS, where TLS is not built in.
#[cfg(not(feature = "rustls"))]
#[allow(dead_code, reason = "used by the drivers of servers, each of which is a feature")]
pub(crate) fn not_built_in() -> Error {
    Error::Config {
        part: "option `sslmode`",
        reason: "TLS is not built in: enable the feature `rustls` of `tempest`".to_owned(),
    }
}

#[cfg(all(feature = "rustls", feature = "postgres"))]
pub(crate) use with_rustls::client_config;

#[cfg(all(feature = "rustls", feature = "postgres"))]
mod with_rustls {
    use std::path::Path;
    use std::sync::Arc;

    use rustls::client::WebPkiServerVerifier;
    use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
    use rustls::crypto::CryptoProvider;
    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
    use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};

    use crate::engine::SslMode;
    use crate::error::{Error, Result};

    /// What rustls is to check. As with PostgreSQL's own tools, a root certificate makes `require` check the authority.
    pub(crate) fn client_config(mode: SslMode, root_cert: Option<&Path>) -> Result<ClientConfig> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let check = match mode {
            SslMode::VerifyFull => Check::AuthorityAndHost,
            SslMode::VerifyCa => Check::Authority,
            _ if root_cert.is_some() => Check::Authority,
            _ => Check::Nothing,
        };
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .map_err(|error| failed("option `sslmode`", &error))?;
        if check == Check::Nothing {
            let verifier = Arc::new(AnyCertificate(provider));
            return Ok(builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth());
        }
        let roots = roots(root_cert)?;
        if check == Check::AuthorityAndHost {
            return Ok(builder.with_root_certificates(roots).with_no_client_auth());
        }
        let inner = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider)
            .build()
            .map_err(|error| failed("option `sslrootcert`", &error))?;
        Ok(builder.dangerous().with_custom_certificate_verifier(Arc::new(AnyHost(inner))).with_no_client_auth())
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Check {
        Nothing,
        Authority,
        AuthorityAndHost,
    }

    /// The certificates of the file, or the authorities that browsers trust.
    fn roots(file: Option<&Path>) -> Result<RootCertStore> {
        let Some(file) = file else {
            return Ok(RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() });
        };
        let part = "option `sslrootcert`";
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_file_iter(file).map_err(|error| failed(part, &error))? {
            let certificate = certificate.map_err(|error| failed(part, &error))?;
            roots.add(certificate).map_err(|error| failed(part, &error))?;
        }
        if roots.is_empty() {
            return Err(Error::Config { part, reason: "the file holds no certificate in PEM form".to_owned() });
        }
        Ok(roots)
    }

    fn failed(part: &'static str, error: &dyn std::error::Error) -> Error {
        Error::Config { part, reason: error.to_string() }
    }

    /// Takes any certificate, if the server has the key to it.
    #[derive(Debug)]
    struct AnyCertificate(Arc<CryptoProvider>);

    impl ServerCertVerifier for AnyCertificate {
        fn verify_server_cert(
            &self,
            _: &CertificateDer<'_>,
            _: &[CertificateDer<'_>],
            _: &ServerName<'_>,
            _: &[u8],
            _: UnixTime,
        ) -> Result<ServerCertVerified, rustls::Error> {
            Ok(ServerCertVerified::assertion())
        }

        fn verify_tls12_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, rustls::Error> {
            let algorithms = &self.0.signature_verification_algorithms;
            rustls::crypto::verify_tls12_signature(message, certificate, signed, algorithms)
        }

        fn verify_tls13_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, rustls::Error> {
            let algorithms = &self.0.signature_verification_algorithms;
            rustls::crypto::verify_tls13_signature(message, certificate, signed, algorithms)
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            self.0.signature_verification_algorithms.supported_schemes()
        }
    }

    /// Checks all but the host's name.
    #[derive(Debug)]
    struct AnyHost(Arc<WebPkiServerVerifier>);

    impl ServerCertVerifier for AnyHost {
        fn verify_server_cert(
            &self,
            certificate: &CertificateDer<'_>,
            intermediates: &[CertificateDer<'_>],
            host: &ServerName<'_>,
            ocsp: &[u8],
            now: UnixTime,
        ) -> Result<ServerCertVerified, rustls::Error> {
            match self.0.verify_server_cert(certificate, intermediates, host, ocsp, now) {
                // The host's name is what rustls checks last, after the authority's signature.
                Err(rustls::Error::InvalidCertificate(
                    CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
                )) => Ok(ServerCertVerified::assertion()),
                result => result,
            }
        }

        fn verify_tls12_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, rustls::Error> {
            self.0.verify_tls12_signature(message, certificate, signed)
        }

        fn verify_tls13_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, rustls::Error> {
            self.0.verify_tls13_signature(message, certificate, signed)
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            self.0.supported_verify_schemes()
        }
    }
}
