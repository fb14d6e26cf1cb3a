// The only place where the bodies of Asio are compiled.
#include <boost/asio/impl/src.hpp>
