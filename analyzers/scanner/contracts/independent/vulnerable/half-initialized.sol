pragma solidity 0.6.6;

contract HalfInitialized {
    bool private started;
    address private _admin;
    address private _treasury;

    function initialize(address admin, address treasury) public { // expect: unprotected-initializer | unprotected-owner
        require(!started, "already");
        require(admin != address(0), "admin");
        require(treasury != address(0), "treasury");
        _admin = admin;
        _treasury = treasury;
    }

    function start() external {
        require(msg.sender == _admin, "admin");
        started = true;
    }

    function flush() external {
        require(msg.sender == _admin, "admin");
        (bool ok, ) = _treasury.call{value: address(this).balance}("");
        require(ok);
    }

    receive() external payable {}
}
